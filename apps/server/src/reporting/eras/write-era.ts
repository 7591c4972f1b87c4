import type { EraFormat, EraPurpose } from '@assay/contract/eras.ts'
import { languages } from '@assay/contract/languages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Scope } from '#auth/scope.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { documentFormats } from '#reporting/documents/files/document-file.ts'
import { isTable, type Section, type Table, tablesIn } from '@assay/text/documents/document.ts'
import { eraDocument } from './era-document.ts'
import { EraRequest, selectionOf } from './era-request.ts'
import { version } from '#platform/system/version.ts'
import { type Inventoried, writeCyclonedx, writeSpdx, writeVex } from './inventory-files.ts'
import { writePack } from './write-pack.ts'
import type { ExportRow } from '#reporting/exports/store.ts'

const json = 'application/json; charset=utf-8'
const inventoryFormats = {
  'cdx.json': { mediaType: 'application/vnd.cyclonedx+json; version=1.6', write: writeCyclonedx },
  'spdx.json': { mediaType: 'application/spdx+json', write: writeSpdx },
  'openvex.json': { mediaType: json, write: writeVex },
} as const

/** Report formats with their media types. */
const formats: Record<EraFormat, { mediaType: string }> = {
  ...documentFormats,
  ...inventoryFormats,
  zip: { mediaType: 'application/zip' },
}

/** undefined if it is not a format. */
export const mediaTypeOfFormat = (format: string): string | undefined =>
  ownProperty(formats, format)?.mediaType

/** What an archive contains: what its recipients read, and what their programs read. */
const packed: Record<EraPurpose, Exclude<EraFormat, 'zip'>[]> = {
  period: ['pdf', 'csv', 'json'],
  executive: ['pdf', 'json'],
  audit: ['pdf', 'csv', 'json', 'cdx.json', 'openvex.json'],
  customer: ['pdf', 'html', 'csv', 'cdx.json', 'spdx.json', 'openvex.json'],
}

interface File {
  export: ExportRow
  format: string
  report: (done: number) => void
}

/** One file of a generated report. */
export async function* writeEra(
  context: JobContext,
  scope: Scope,
  { export: row, format, report }: File,
): AsyncGenerator<string | Uint8Array> {
  const { db, config } = context
  const { name, purpose, startDate, endDate } = EraRequest.parse(row.request)
  const inventory = ownProperty(inventoryFormats, format)
  if (format === 'zip') {
    const inside = packed[purpose]
    const files = inside.map((each, index) => ({
      name: `report.${each}`,
      content: writeEra(context, scope, {
        export: row,
        format: each,
        report: (done) => report((index + done) / inside.length),
      }),
    }))
    const about = { report: row.uuid, name, purpose, startDate, endDate, tool: `Assay ${version}` }
    yield* writePack(files, { createdAt: row.created_at, about, signingKey: config.signingKey })
  } else if (inventory) {
    const of: Inventoried = {
      db,
      scope,
      selection: selectionOf(row),
      uuid: row.uuid,
      name,
      createdAt: row.created_at,
    }
    yield* inventory.write(of)
  } else yield* writeDocument(context, scope, { export: row, format, report })
}

async function* writeDocument(
  context: JobContext,
  scope: Scope,
  { export: row, format, report }: File,
): AsyncGenerator<string | Uint8Array> {
  const file = ownProperty(documentFormats, format)
  if (!file) throw new Error(`Reports are not written as '${format}'`)
  const language = isForPrograms(format) ? languages[0] : EraRequest.parse(row.request).language
  const document = await eraDocument(context, scope, { row, language, isSummedUp: format === 'pdf' })
  const tables = tablesIn(document)
  const sections = document.sections.map((section) =>
    withProgress(section, (table) => report(tables.indexOf(table) / tables.length)),
  )
  yield* file.write({ ...document, sections }, context)
}

/** Their field names and values are not translated. */
const isForPrograms = (format: string) => format === 'csv' || format === 'json'

/** Reports progress whenever rows are requested. */
const withProgress = (section: Section, onRows: (table: Table) => void): Section =>
  isTable(section)
    ? {
        ...section,
        rows() {
          onRows(section)
          return section.rows()
        },
      }
    : section
