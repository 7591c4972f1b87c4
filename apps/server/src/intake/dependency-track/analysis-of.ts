import type { Analysis, Finding } from '@assay/contract/intake/dependency-track-objects.ts'
import type { AnalysisInput } from '@assay/contract/intake/dependency-track-inputs.ts'
import type { VexJustification } from '@assay/engine/vocabulary.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { WantedChange } from '#triage/findings/plan-change.ts'

type State = Analysis['analysisState']
type Justification = Analysis['analysisJustification']
type Response = Analysis['analysisResponse']

/** Their state and response of ours. Findings that are left out are suppressed there. */
const statesOf: Readonly<Record<string, [state: State, response: Response, isSuppressed: boolean]>> = {
  open: ['NOT_SET', 'NOT_SET', false],
  'in-triage': ['IN_TRIAGE', 'NOT_SET', false],
  'fix-planned': ['EXPLOITABLE', 'UPDATE', false],
  accepted: ['EXPLOITABLE', 'WILL_NOT_FIX', true],
  snoozed: ['IN_TRIAGE', 'NOT_SET', true],
  'false-positive': ['FALSE_POSITIVE', 'NOT_SET', true],
  'not-affected': ['NOT_AFFECTED', 'NOT_SET', true],
}

export const theirStateOf = (state: string) => {
  const [analysisState, analysisResponse, isSuppressed] = ownProperty(statesOf, state) ?? statesOf['open']!
  return { analysisState, analysisResponse, isSuppressed }
}

/** Each of theirs, and which of ours it becomes; the first of those that share one is what ours is called there. */
const justifications: readonly [Justification, VexJustification][] = [
  ['CODE_NOT_PRESENT', 'vulnerable_code_not_present'],
  ['CODE_NOT_PRESENT', 'component_not_present'],
  ['CODE_NOT_REACHABLE', 'vulnerable_code_not_in_execute_path'],
  ['REQUIRES_ENVIRONMENT', 'vulnerable_code_cannot_be_controlled_by_adversary'],
  ['REQUIRES_CONFIGURATION', 'vulnerable_code_cannot_be_controlled_by_adversary'],
  ['REQUIRES_DEPENDENCY', 'vulnerable_code_cannot_be_controlled_by_adversary'],
  ['PROTECTED_BY_MITIGATING_CONTROL', 'inline_mitigations_already_exist'],
  ['PROTECTED_BY_COMPILER', 'inline_mitigations_already_exist'],
  ['PROTECTED_AT_RUNTIME', 'inline_mitigations_already_exist'],
  ['PROTECTED_AT_PERIMETER', 'inline_mitigations_already_exist'],
]

export const theirJustificationOf = (ours: string | null | undefined): Justification =>
  justifications.find(([, each]) => each === ours)?.[0] ?? 'NOT_SET'

const ourJustificationOf = (theirs: Justification | undefined): VexJustification =>
  justifications.find(([each]) => each === theirs)?.[1] ?? 'vulnerable_code_not_in_execute_path'

const neverFixed = new Set<Response | undefined>(['CAN_NOT_FIX', 'WILL_NOT_FIX'])

/** What a client wants of a finding; undefined for a comment alone. docs/guides/coming-from-dependency-track.md. */
export function wantedChange(input: AnalysisInput): WantedChange | undefined {
  const { analysisState: theirs, analysisJustification, analysisResponse, analysisDetails, comment } = input
  const isSuppressed = input.isSuppressed ?? input.suppressed
  if (theirs === undefined && isSuppressed === undefined) return undefined
  const reason = (analysisDetails ?? comment ?? `Set to ${theirs ?? 'suppressed'}`).slice(0, maxReason)
  if (theirs === 'FALSE_POSITIVE') return { state: 'false-positive', reason }
  if (theirs === 'RESOLVED')
    return { state: 'not-affected', justification: 'inline_mitigations_already_exist', reason }
  if (theirs === 'NOT_AFFECTED')
    return { state: 'not-affected', justification: ourJustificationOf(analysisJustification), reason }
  if (isSuppressed || neverFixed.has(analysisResponse)) return { state: 'accepted', reason }
  if (theirs === 'EXPLOITABLE') return { state: 'fix-planned', reason }
  return { state: theirs === 'IN_TRIAGE' ? 'in-triage' : 'open', reason }
}

const maxReason = 2000

/** As findings show it. */
export const shortAnalysis = (state: string, detail: string | undefined): Finding['analysis'] => {
  const { analysisState, isSuppressed } = theirStateOf(state)
  return { state: analysisState, isSuppressed, ...(detail && { detail }) }
}
