import type { TheirAnalysis, TheirFinding, TheirProject } from './dependency-track-objects.ts'
import { branchOf } from './dependency-track-objects.ts'

/** An audited finding with the record of its analysis. */
export interface Audited {
  finding: TheirFinding
  analysis: TheirAnalysis
}

export const isAudited = ({ analysis }: TheirFinding): boolean =>
  analysis?.isSuppressed === true || (analysis?.state ?? 'NOT_SET') !== 'NOT_SET'

const stateOf = ({ analysisState }: TheirAnalysis): string => analysisState ?? 'NOT_SET'

/** States that say that a finding does not count by themselves; any other that is suppressed was accepted. */
const notCounted = new Set(['NOT_AFFECTED', 'FALSE_POSITIVE', 'RESOLVED'])

export const isAccepted = ({ analysis }: Audited): boolean =>
  analysis.isSuppressed === true && !notCounted.has(stateOf(analysis))

/** Details and comments with their dates and authors. */
export function explain({ analysisDetails, analysisComments = [] }: TheirAnalysis): string {
  const comments = analysisComments.map(({ timestamp, comment, commenter }) =>
    `${new Date(timestamp).toISOString().slice(0, 10)} ${commenter ?? ''}: ${comment}`.replace('  ', ' '),
  )
  return ['From Dependency-Track.', analysisDetails ?? '', ...comments]
    .filter((line) => line !== '')
    .join('\n')
}

const optional = (name: string, value: string | undefined) =>
  value === undefined || value === 'NOT_SET' ? {} : { [name]: value.toLowerCase() }

/** The analyses of a version as a CycloneDX VEX document, which replaces what an earlier run has added. */
export function writeVex(project: TheirProject, all: readonly Audited[]): Uint8Array | null {
  const stated = all.filter((each) => stateOf(each.analysis) !== 'NOT_SET' && !isAccepted(each))
  if (stated.length === 0) return null
  const components = new Map(stated.map(({ finding: { component } }) => [component.uuid, component]))
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: documentIdOf(project),
    version: 1,
    metadata: {
      authors: [{ name: 'Dependency-Track' }],
      component: { type: 'application', name: project.name, version: branchOf(project) },
    },
    components: [...components.values()].map(({ uuid, name, group, version, purl }) => ({
      type: 'library',
      'bom-ref': uuid,
      name,
      ...(group !== undefined && { group }),
      version: version ?? '',
      ...(purl !== undefined && { purl }),
    })),
    vulnerabilities: stated.map(statementOf),
  }
  return new TextEncoder().encode(JSON.stringify(document))
}

export const documentIdOf = ({ uuid }: Pick<TheirProject, 'uuid'>): string => `urn:uuid:${uuid}`

function statementOf({ finding: { component, vulnerability }, analysis }: Audited) {
  const { analysisResponse: response } = analysis
  return {
    id: vulnerability.vulnId,
    source: { name: vulnerability.source },
    analysis: {
      state: stateOf(analysis).toLowerCase(),
      ...optional('justification', analysis.analysisJustification),
      ...(response !== undefined && response !== 'NOT_SET' && { response: [response.toLowerCase()] }),
      detail: explain(analysis),
    },
    affects: [{ ref: component.uuid }],
  }
}
