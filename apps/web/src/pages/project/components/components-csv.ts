import type { ComponentItem } from '@assay/contract/scans.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { writeCsv } from '@assay/text/csv.ts'
import { lists } from '../../../messages/lists.ts'
import { report as messages } from '../../../messages/report.ts'
import { newerVersions } from './components-model.ts'

const { stability, licensing, inventory, list } = messages
const { name, ecosystem, scope, required } = inventory.componentColumns

const componentTitles = [
  name,
  messages.print.version,
  ecosystem,
  list.columns.purl,
  scope,
  required,
  licensing.heading,
  list.columns.licenseSource,
  list.columns.licenseProblems,
  ...newerVersions.map((step) => stability.columns[step]),
  stability.columns.libyears,
  list.columns.notes,
]

export const componentsCsv = (components: readonly ComponentItem[]): string =>
  writeCsv([
    componentTitles,
    ...components.map((component) => {
      const isUnlicensed = component.licenses.length === 0
      return [
        component.name,
        component.version,
        ecosystemName(component.language),
        component.purl,
        component.scope,
        relationOf(component.isDirect),
        isUnlicensed ? lists.noLicense : component.licenses.map(({ id }) => id).join(', '),
        component.licenseRegistry ?? (component.licenseSource && licensing.sources[component.licenseSource]),
        [...component.violations, ...(isUnlicensed ? [lists.noLicense] : component.warnings)].join('; '),
        ...newerVersions.map((step) => component[step]),
        component.libyears,
        component.stability.join('; '),
      ]
    }),
  ])

export const relationOf = (isDirect: boolean | null): string | null =>
  isDirect === null ? null : isDirect ? messages.direct : messages.transitive
