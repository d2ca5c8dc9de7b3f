/** A YAML file is data of unknown shape until a schema has parsed it; scripts/yaml-module.mjs loads it. */
declare module '*.yaml' {
  const document: unknown
  export default document
}
