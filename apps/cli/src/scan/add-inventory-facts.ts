import { componentKey } from '@assay/engine/reports/component-key.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { usageFinder } from '@assay/engine/usage/find-usage.ts'
import type { Component, Inventory } from '@assay/engine/inventory.ts'
import { pathFinder } from '@assay/engine/paths-from-root.ts'
import type { ScanReport } from '@assay/engine/reports/scan-report.ts'

const maxPaths = 5

const languageOf = ({ ecosystem }: Component) =>
  ecosystem === null ? 'other' : ecosystemById(ecosystem).languages[0]

/** Adds what the server's report does not contain, from the documents: package URLs, scopes, files and dependents. */
export function addInventoryFacts(report: ScanReport, inventory: Inventory): ScanReport {
  const { components } = inventory
  const usageOf = usageFinder(inventory)
  const byKey = Map.groupBy(components.keys(), (index) =>
    componentKey({ ...components[index]!, language: languageOf(components[index]!) }),
  )
  const seen = new Map<string, number>()
  const matches = report.components.map((component) => {
    const key = componentKey(component)
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return byKey.get(key)?.[count]
  })
  const indexes = new Map(matches.flatMap((match, index) => (match === undefined ? [] : [[match, index]])))
  const pathsTo = pathFinder(
    components.map(({ isDirect, requiredBy }, key) => ({ key, isDirect, requiredBy })),
  )
  const spell = (index: number) => `${components[index]!.name}:${components[index]!.version}`
  return {
    ...report,
    ...(inventory.usage && { searched: inventory.usage.searched }),
    components: report.components.map((component, index) => {
      const own = components[matches[index] ?? -1]
      if (!own) return component
      const { purl, isDirect, scope, locations, requiredBy, layer, sureness } = own
      const usage = usageOf(own.ecosystem, own.name)
      const parents = requiredBy.flatMap((parent) => indexes.get(parent) ?? [])
      return {
        ...component,
        purl,
        isDirect,
        isTest: scope === 'test',
        locations,
        requiredBy: parents,
        ...(layer && { layer }),
        ...(sureness && { sureness }),
        ...(usage && { usage: usage.state }),
      }
    }),
    findings: report.findings.map((finding) => {
      const own = byKey.get(componentKey(finding)) ?? []
      const paths = own.flatMap((index) => pathsTo(index, maxPaths)).sort((a, b) => a.length - b.length)
      const layer = own.map((index) => components[index]!.layer).find((each) => each !== undefined)
      const usage = finding.usage ?? usageOf(components[own[0] ?? -1]?.ecosystem ?? null, finding.name)
      return {
        ...finding,
        ...(usage && { usage }),
        ...(layer && { layer }),
        purl: own.map((index) => components[index]!.purl).find((purl) => purl !== null) ?? null,
        ...(own.length > 0 && { paths: paths.slice(0, maxPaths).map((path) => path.map(spell)) }),
      }
    }),
  }
}
