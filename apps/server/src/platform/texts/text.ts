import { languages, type Language } from '@assay/contract/languages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { z } from 'zod'

/** Texts in each language by key, with values in braces: 'Created {issue}'. Keys are stored: never rename them. */
export type Texts<Key extends string = string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

type Values = Readonly<Record<string, string | number>>

/** A text that is stored as its key and values, and worded for each reader. */
export class Text {
  readonly #texts: Texts
  readonly key: string
  readonly values: Values

  constructor(texts: Texts, { key, values }: { key: string; values: Values }) {
    this.#texts = texts
    this.key = key
    this.values = values
  }

  /** '' for a key that another version stored. */
  in(language: Language): string {
    const values = new Map(Object.entries(this.values))
    const template = ownProperty(this.#texts[language], this.key) ?? ''
    return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values.get(name) ?? whole))
  }

  /** With each value that is a text changed: quoted, for example. */
  map(change: (value: string) => string): Text {
    const values = Object.entries(this.values).map(
      ([name, value]) => [name, typeof value === 'string' ? change(value) : value] as const,
    )
    return new Text(this.#texts, { key: this.key, values: Object.fromEntries(values) })
  }

  toJSON() {
    return { key: this.key, values: this.values }
  }
}

/** A string is a name, or what another program said: it is the same in every language. */
export type Wording = Text | string

/** Makes texts of a table. */
export const textsOf =
  <Key extends string>(texts: Texts<Key>) =>
  (key: Key, values: Values = {}): Text =>
    new Text(texts, { key, values })

export const wordedIn = (language: Language, wording: Wording): string =>
  typeof wording === 'string' ? wording : wording.in(language)

/** For logs, and for programs. */
export const inEnglish = (wording: Wording): string => wordedIn(languages[0], wording)

const Stored = z.union([
  z.string(),
  z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
])

/** Reads what a jsonb column contains. */
export function readWording(texts: Texts, stored: unknown): Wording {
  const wording = Stored.parse(stored)
  return typeof wording === 'string' ? wording : new Text(texts, wording)
}

/** One table with the texts of all; earlier ones come first. */
export function joinTexts(...tables: readonly Texts[]): Texts {
  const inOne = (language: Language) =>
    Object.fromEntries(tables.toReversed().flatMap((table) => Object.entries(table[language])))
  return { en: inOne('en'), de: inOne('de') }
}

/** An error that people read: its message is in English, for logs. */
export class WordedError extends Error {
  readonly wording: Wording

  constructor(wording: Wording) {
    super(inEnglish(wording))
    this.wording = wording
  }
}
