/** A file that browsers get, as minified text; scripts/asset-module.mjs makes it. */
declare module '*?asset' {
  const text: string
  export default text
}
