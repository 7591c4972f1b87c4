import type { ComponentItem } from '@assay/contract/scans.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { type CsvColumns, writeTableCsv } from '@assay/text/documents/write-csv.ts'
import { lists } from '../../../messages/lists.ts'
import { report as messages } from '../../../messages/report.ts'
import { newerVersions } from './components-model.ts'

const { stability, licensing, inventory, list } = messages
const { name, ecosystem, scope, required } = inventory.componentColumns

const isUnlicensed = ({ licenses }: ComponentItem) => licenses.length === 0

const columns: CsvColumns<ComponentItem> = {
  [name]: (each) => each.name,
  [messages.print.version]: (each) => each.version,
  [ecosystem]: ({ language }) => ecosystemName(language) ?? null,
  [list.columns.purl]: ({ purl }) => purl,
  [scope]: (each) => each.scope,
  [required]: ({ isDirect }) => relationOf(isDirect),
  [licensing.heading]: (each) =>
    isUnlicensed(each) ? lists.noLicense : each.licenses.map(({ id }) => id).join(', '),
  [list.columns.licenseSource]: ({ licenseRegistry, licenseSource }) =>
    licenseRegistry ?? (licenseSource && licensing.sources[licenseSource]),
  [list.columns.licenseProblems]: (each) =>
    [...each.violations, ...(isUnlicensed(each) ? [lists.noLicense] : each.warnings)].join('; '),
  ...Object.fromEntries(
    newerVersions.map((step) => [stability.columns[step], (each: ComponentItem) => each[step]]),
  ),
  [stability.columns.libyears]: ({ libyears }) => libyears,
  [list.columns.notes]: (each) => each.stability.join('; '),
}

export const componentsCsv = (components: readonly ComponentItem[]): string =>
  writeTableCsv(columns, components)

export const relationOf = (isDirect: boolean | null): string | null =>
  isDirect === null ? null : isDirect ? messages.direct : messages.transitive
