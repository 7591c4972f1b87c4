import { ownProperty } from '@assay/engine/own-property.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import spdx from 'spdx-license-list'
import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Table } from '@assay/text/documents/document.ts'
import { tableIn } from '#reporting/documents/document.ts'
import { componentKeysAt, licensedPages } from '#reporting/reports/components/component-pages-store.ts'
import { wireLicense } from '#scanning/overrides/wire-license.ts'
import { type EraAspect, ofBranch, rowsByBranch } from './era-tables.ts'
import { branchPages, countLicenses, type EraSelection } from './store.ts'

/** Licenses in use with their texts, and their components. */
export const licenseTables = (db: Database, scope: Scope, { selection, texts }: EraAspect): Table[] => [
  tableIn(texts, texts.period.tables, {
    key: 'licenses',
    columns: [
      ['license', 3],
      ['name', 5],
      ['components', 2],
    ],
    async *rows() {
      const counts = await readLicenses(db, scope, selection)
      yield counts.map(([license, count]) => [license, wireLicense(license).name, count])
    },
  }),
  tableIn(texts, texts.period.tables, {
    key: 'components',
    columns: [...ofBranch, ['component', 4], ['version', 2], ['licenses', 3], ['violations', 3]],
    rows: () =>
      rowsByBranch({ db, scope, selection }, async function* ({ project, branch, branchUuid, number }) {
        const keys = await componentKeysAt(db, scope, { branchUuid, number })
        for await (const page of licensedPages(db, scope, { branchUuid, keys }))
          yield page.map((each) => [
            project,
            branch,
            each.name,
            each.version,
            each.licenses.join(', '),
            each.violations.map(({ policy, license }) => texts.violates(license, policy)).join('; '),
          ])
      }),
  }),
  tableIn(texts, texts.period.tables, {
    key: 'licenseTexts',
    kind: 'prose',
    columns: [
      ['license', 1],
      ['text', 4],
    ],
    async *rows() {
      for (const [license] of await readLicenses(db, scope, selection)) {
        const text = await readText(license)
        if (text !== null) yield [[license, text]]
      }
    },
  }),
]

/** Limit for readability; other licenses are still listed with their components. */
const maxLicenses = 2000

/** Most frequent first. */
async function readLicenses(
  db: Database,
  scope: Scope,
  selection: EraSelection,
): Promise<[string, number][]> {
  const counts = new Map<string, number>()
  for await (const page of branchPages(db, scope, selection)) {
    for (const { branchUuid, number } of page) {
      for (const { license, count } of await countLicenses(db, scope, { branchUuid, number })) {
        const counted = counts.get(license)
        if (counted !== undefined || counts.size < maxLicenses) counts.set(license, (counted ?? 0) + count)
      }
    }
  }
  return [...counts].toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
}

const require = createRequire(import.meta.url)
const Text = z.object({ licenseText: z.string() })

/** null if not on the SPDX list. */
async function readText(id: string): Promise<string | null> {
  // The id becomes part of a file name, so only ids from the list are used.
  if (!ownProperty(spdx, id)) return null
  const path = require.resolve(`spdx-license-list/licenses/${id}.json`)
  return Text.parse(JSON.parse(await readFile(path, 'utf8'))).licenseText
}
