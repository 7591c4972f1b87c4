import type { SourceDocument } from '../../inventory.ts'

export const documentsOf = (files: Readonly<Record<string, string>>): SourceDocument[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
