export interface SourceImport {
  /** As written, without relative ones: 'lodash/fp', 'google.cloud.storage'. */
  module: string
  /** From 1. */
  line: number
}

/** What a source file says about the modules that it loads. */
export interface SourceReading {
  imports: SourceImport[]
  /** Short string literals: a module that one names may be loaded by a framework. */
  texts: string[]
  /** The first import of a module that only the running program knows; null if there is none. */
  dynamicLine: number | null
  /** Functions and types of imported modules that the file names: 'golang.org/x/net/html.Parse'. */
  symbols: SourceImport[]
}

/** A programming language, or a family that loads modules alike. Its reader never throws. */
export interface SourceLanguage {
  /** For people: 'JavaScript and TypeScript'. */
  name: string
  isSource(path: string): boolean
  /** Between the parts of a module's name: '/' in 'lodash/fp'. */
  separator: string
  /** Names differ only by case. */
  ignoresCase?: true
  read(text: string, path: string): SourceReading
}

export const emptyReading = (): SourceReading => ({ imports: [], texts: [], dynamicLine: null, symbols: [] })
