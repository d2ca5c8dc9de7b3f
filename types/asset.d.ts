/** A page of the manual, or a file that browsers get as minified text; scripts/asset-module.mjs makes it. */
declare module '*?asset' {
  const text: string
  export default text
}
