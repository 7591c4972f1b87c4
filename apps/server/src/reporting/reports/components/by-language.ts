/** Pages of one kind per language, in order of languages. */
export type ByLanguage<Row> = readonly (readonly [language: string, pages: AsyncIterable<Row[]>])[]
