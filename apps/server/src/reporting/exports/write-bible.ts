import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { streamJson, writeJson } from '#platform/http/json-stream.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { wireLicense } from '#scanning/overrides/wire-license.ts'
import {
  componentKeysByEcosystem,
  licensedPages,
  type LicensedRow,
} from '#reporting/reports/components/component-pages-store.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'
import { languageOf } from '#reporting/reports/components/other-assessments.ts'
import { findPageCopyrights, readCopyrightOverrides } from './find-page-copyrights.ts'
import type { ExportRow } from './store.ts'

export const bibleKind = 'bible'
/** Clients download it as soon as it is ready. */
export const bibleDays = 7

export const BibleRequest = z.object({ projectUuid: z.uuid(), branch: z.string(), reportUuid: z.uuid() })

interface File {
  export: ExportRow
  report: (done: number) => void
}

/** The licenses and copyrights of a scan's components as JSON. */
export async function* writeBible(
  { db }: JobContext,
  scope: Scope,
  { export: { request }, report }: File,
): AsyncGenerator<string> {
  const { project, scan } = await findReport(db, scope, BibleRequest.parse(request))
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const byEcosystem = await componentKeysByEcosystem(db, scope, at)
  const licenses = new Set<string>()
  let [read, total] = [0, 0]
  for (const { length } of byEcosystem.values()) total += length
  const onPage = (page: readonly LicensedRow[]) => {
    for (const row of page) for (const license of row.licenses) licenses.add(license)
    read += page.length
    report(read / total)
  }
  const overrides = await readCopyrightOverrides(db, scope)
  const components = [...Map.groupBy(byEcosystem, ([ecosystem]) => languageOf(ecosystem))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, list]) => {
      const pages = list.map(([, keys]) => licensedPages(db, scope, { branchUuid: at.branchUuid, keys }))
      return [language, new ItemStream(itemsOf(db, scope, { pages, overrides, onPage }))] as const
    })
  const pieces = await writeJson(
    streamJson({
      project: { name: project.name },
      components: Object.fromEntries(components),
      licenses: new ItemStream(namesOf(licenses)),
    }),
    null,
  )
  if (typeof pieces === 'string') yield pieces
  else yield* pieces
}

interface Listed {
  pages: AsyncIterable<LicensedRow[]>[]
  overrides: Awaited<ReturnType<typeof readCopyrightOverrides>>
  onPage: (page: readonly LicensedRow[]) => void
}

async function* itemsOf(db: Database, scope: Scope, { pages, overrides, onPage }: Listed) {
  for (const each of pages) {
    for await (const page of each) {
      const copyrightOf = await findPageCopyrights(db, scope, { page, overrides })
      yield page.map((row) => ({
        name: row.name,
        version: row.version,
        licenses: row.licenses,
        copyright: copyrightOf(row),
      }))
      onPage(page)
    }
  }
}

/** Only available after all components have been read. */
async function* namesOf(licenses: ReadonlySet<string>) {
  yield [...licenses].toSorted().map((id) => ({ id, name: wireLicense(id).name }))
}
