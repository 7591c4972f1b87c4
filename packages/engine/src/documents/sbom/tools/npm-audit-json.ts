import type { IssueLog } from '../../parsers/issue-log.ts'
import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { findingsReader, type FoundPackage, reportName } from './findings-report.ts'
import { purlOfKind } from './package-kinds.ts'

/** 'npm audit --json', which lists only vulnerable packages; since npm 7 without their versions. */
export const npmAuditJson = findingsReader({
  id: 'npm-audit-json',
  title: 'npm audit JSON',
  matchesPath: reportName(/npm[._-]?audit/, 'json'),
  recognizes: (json) => isSeven(json) || isSix(json),
  report(json, log) {
    const packages = isSeven(json) ? readSeven(recordOf(json), log) : readSix(recordOf(json))
    return { tool: 'npm audit', subject: '', packages, vulnerabilities: packages.length, isPartial: true }
  },
})

type Json = Record<string, unknown>

const isSeven = (json: unknown): boolean =>
  isRecord(json) && 'auditReportVersion' in json && isRecord(json['vulnerabilities'])

const isSix = (json: unknown): boolean =>
  isRecord(json) && isRecord(json['advisories']) && isRecord(json['metadata']) && 'actions' in json

function readSeven(json: Json, log: IssueLog): FoundPackage[] {
  const found = Object.entries(recordOf(json['vulnerabilities']))
  if (found.length > 0)
    log.add(
      'versions-unlisted',
      'npm audit lists no versions since npm 7: upload the lockfile instead.',
      '#/vulnerabilities',
    )
  return found.map(([name, each]) => {
    const { isDirect } = recordOf(each)
    return {
      purl: `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}`,
      name: shortTextOf(name),
      version: '',
      isDirect: typeof isDirect === 'boolean' ? isDirect : null,
      at: `#/vulnerabilities/${name}`,
    }
  })
}

const readSix = (json: Json): FoundPackage[] =>
  Object.entries(recordOf(json['advisories'])).flatMap(([id, each]) => {
    const { module_name: moduleName, findings } = recordOf(each)
    return listOf(findings).map((finding, index) => {
      const named = { name: shortTextOf(moduleName), version: shortTextOf(recordOf(finding)['version']) }
      return { ...named, purl: purlOfKind('npm', named), at: `#/advisories/${id}/findings/${index}` }
    })
  })
