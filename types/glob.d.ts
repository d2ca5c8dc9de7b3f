interface ImportMeta {
  /** The modules whose names match, each loaded when it is asked for: of vite, and of scripts/glob-module.mjs. */
  glob<Export>(
    pattern: string,
  ): Readonly<Record<string, () => Promise<Readonly<Record<string, Export>>>>>
}
