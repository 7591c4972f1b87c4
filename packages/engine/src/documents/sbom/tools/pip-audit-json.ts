import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { findingsReader, reportName } from './findings-report.ts'
import { purlOfKind } from './package-kinds.ts'

/** 'pip-audit --format json', which lists all packages; before version 2.0.0 without an object around them. */
export const pipAuditJson = findingsReader({
  id: 'pip-audit-json',
  title: 'pip-audit JSON',
  matchesPath: reportName(/pip[._-]?audit/, 'json'),
  recognizes: (json) =>
    dependenciesOf(json).some(isDependency) ||
    (Array.isArray(recordOf(json)['fixes']) && Array.isArray(recordOf(json)['dependencies'])),
  report(json) {
    const dependencies = dependenciesOf(json).map(recordOf)
    return {
      tool: 'pip-audit',
      subject: '',
      packages: dependencies.map((each, index) => {
        const named = { name: shortTextOf(each['name']), version: shortTextOf(each['version']) }
        return { ...named, purl: purlOfKind('pip', named), at: `#/dependencies/${index}` }
      }),
      vulnerabilities: dependencies.reduce((sum, each) => sum + listOf(each['vulns']).length, 0),
      isPartial: false,
    }
  },
})

const dependenciesOf = (json: unknown): readonly unknown[] =>
  Array.isArray(json) ? json : listOf(recordOf(json)['dependencies'])

const isDependency = (json: unknown): boolean =>
  isRecord(json) && 'name' in json && (Array.isArray(json['vulns']) || 'skip_reason' in json)
