import type { VexStatus } from '../../../vocabulary.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { refsOf } from './spdx-3-elements.ts'
import type { Spdx3Element } from './spdx-3-elements.ts'
import type { SpdxVex } from './spdx-model.ts'
import { ownProperty } from '../../../own-property.ts'

/** Source: https://spdx.github.io/spdx-spec/v3.0.1/model/Security/Classes/VexVulnAssessmentRelationship/ */
const statuses: Record<string, VexStatus> = {
  affects: 'affected',
  doesNotAffect: 'not_affected',
  fixedIn: 'fixed',
  underInvestigationFor: 'under_investigation',
}

/** Converts to the spelling of other formats: vulnerableCodeNotPresent is vulnerable_code_not_present there. */
const toSnakeCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Reads the relationships that assess vulnerabilities of packages. */
export function readStatements(
  vulnerabilities: readonly Spdx3Element[],
  relationships: readonly Spdx3Element[],
  log: IssueLog,
): SpdxVex[] {
  const idsByRef = new Map(
    vulnerabilities.flatMap(({ json }) => refsOf(json).map((ref) => [ref, vulnerabilityIds(json)] as const)),
  )
  return relationships.flatMap(({ json, location }) => {
    const type = textOf(json['relationshipType'])
    const status = ownProperty(statuses, type)
    if (!status || !/Vex/.test(textOf(json['type']))) return []
    const ids = refsOf(json['from']).flatMap((ref) => idsByRef.get(ref) ?? [])
    if (ids.length === 0) {
      log.add('vex-unusable', 'A statement names no vulnerability that has an id and was left out.', location)
      return []
    }
    const justification = toSnakeCase(shortTextOf(json['security_justificationType'])) || null
    const details = ['security_impactStatement', 'security_actionStatement', 'security_statusNotes']
    const detail =
      details.map((name) => shortTextOf(ownProperty(json, name))).find((text) => text !== '') ?? ''
    return [{ ids, status, justification, detail, packageIds: refsOf(json['to']), location }]
  })
}

/** Its external identifiers, and its name if that looks like an id. */
function vulnerabilityIds(json: Record<string, unknown>): string[] {
  const identifiers = listOf(json['externalIdentifier']).map((each) =>
    shortTextOf(recordOf(each)['identifier']),
  )
  const ids = [shortTextOf(json['name']), ...identifiers]
  return [...new Set(ids.map((id) => id.split('/').at(-1)!))].filter((id) =>
    /^[A-Z][\w.-]*-[\w.:-]+$/i.test(id),
  )
}
