import type { CellPart, Table } from '@assay/text/documents/document.ts'
import { advisoryPage } from '@assay/engine/advisories/public-id.ts'
import type { ColumnName, DocumentTexts, TableTexts } from './texts/document-texts.ts'

interface TableContent<Key extends string> extends Pick<Table, 'rows' | 'maxRows'> {
  kind?: Table['kind']
  key: Key
  /** With their relative widths. */
  columns: readonly (readonly [key: ColumnName, width: number])[]
}

/** A table with its title, and the titles of its columns, in the language of the document. */
export const tableIn = <Key extends string>(
  { columns: titles }: DocumentTexts,
  tables: Record<Key, TableTexts>,
  { key, columns, kind = 'table', ...content }: TableContent<Key>,
): Table => ({
  kind,
  key,
  title: tables[key][0],
  empty: tables[key][1],
  columns: columns.map(([column, width]) => ({ key: column, title: titles[column], width })),
  ...content,
})

/** The id of a vulnerability leads to its advisory; rest follows it. */
export const vulnerabilityPart = (id: string, rest = ''): CellPart => ({
  text: id,
  url: advisoryPage(id, []),
  rest,
})
