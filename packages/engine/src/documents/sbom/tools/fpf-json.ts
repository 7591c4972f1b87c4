import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { findingsReader } from './findings-report.ts'

/** Dependency-Track's export of findings: https://docs.dependencytrack.org/integrations/file-formats/ */
export const fpfJson = findingsReader({
  id: 'fpf-json',
  title: 'Dependency-Track findings',
  matchesPath: (fileName) => /\.fpf(?:\.json)?$/i.test(fileName),
  recognizes: (json) =>
    isRecord(json) &&
    Array.isArray(json['findings']) &&
    textOf(recordOf(json['meta'])['application']) === 'Dependency-Track',
  report(json) {
    const { project, findings } = recordOf(json)
    return {
      tool: 'Dependency-Track',
      subject: shortTextOf(recordOf(project)['name']),
      packages: listOf(findings).map((each, index) => {
        const { purl, group, name, version } = recordOf(recordOf(each)['component'])
        return {
          purl: shortTextOf(purl),
          name: [shortTextOf(group), shortTextOf(name)].filter((part) => part !== '').join('/'),
          version: shortTextOf(version),
          at: `#/findings/${index}/component`,
        }
      }),
      vulnerabilities: listOf(findings).length,
      isPartial: true,
    }
  },
})
