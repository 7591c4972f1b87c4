import type { TheirAnalysis, TheirFinding } from './dependency-track-objects.ts'

/** An audited finding with the record of its analysis. */
export interface Audited {
  finding: TheirFinding
  analysis: TheirAnalysis
}

export const isAudited = ({ analysis }: TheirFinding): boolean =>
  analysis?.isSuppressed === true || (analysis?.state ?? 'NOT_SET') !== 'NOT_SET'

/** What was said there, with the names that it has there. Comments are kept apart. */
export function explain({
  analysisState,
  analysisJustification,
  analysisResponse,
  analysisDetails,
  isSuppressed,
}: TheirAnalysis): string {
  const terms = [analysisState, analysisJustification, analysisResponse].filter(
    (each) => each !== undefined && each !== 'NOT_SET',
  )
  const words = [...terms, ...(isSuppressed ? ['suppressed'] : [])].join(', ')
  return [`From Dependency-Track: ${words}.`, analysisDetails ?? ''].filter((line) => line !== '').join('\n')
}
