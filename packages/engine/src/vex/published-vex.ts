import { ownProperty } from '../own-property.ts'
import { type Severity, vexJustifications, type VexStatus } from '../vocabulary.ts'

/** A project's own VEX, independent of the format. */
export interface PublishedVex {
  /** A UUID. */
  id: string
  /** Epoch ms. */
  at: number
  author: string
  tool: { name: string; version: string }
  /** id: an IRI. */
  product: { id: string; name: string; version: string }
  statements: readonly PublishedStatement[]
}

export interface PublishedStatement {
  /** The vulnerability's best known id, then its aliases. */
  ids: readonly string[]
  status: VexStatus
  justification: string | null
  detail: string
  /** Epoch ms. */
  at: number
  components: readonly { name: string; version: string; purl: string }[]
  severity: Severity
  cvss: number | null
  description: string
  /** Remediation; '' if unknown. */
  recommendation: string
}

/** CycloneDX labels by the closest OpenVEX and CSAF label. */
const toVexLabel: Record<string, string> = {
  code_not_present: 'vulnerable_code_not_present',
  code_not_reachable: 'vulnerable_code_not_in_execute_path',
  requires_configuration: 'vulnerable_code_cannot_be_controlled_by_adversary',
  requires_dependency: 'vulnerable_code_cannot_be_controlled_by_adversary',
  requires_environment: 'vulnerable_code_cannot_be_controlled_by_adversary',
  protected_by_compiler: 'inline_mitigations_already_exist',
  protected_at_runtime: 'inline_mitigations_already_exist',
  protected_at_perimeter: 'inline_mitigations_already_exist',
  protected_by_mitigating_control: 'inline_mitigations_already_exist',
}

/** A justification as labeled by OpenVEX and CSAF; null if there is no equivalent. */
export function vexLabelOf(justification: string): string | null {
  return (
    vexJustifications.find((label) => label === justification) ??
    ownProperty(toVexLabel, justification) ??
    null
  )
}

const toCyclonedxLabel: Record<string, string> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  vulnerable_code_cannot_be_controlled_by_adversary: 'requires_environment',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
}

/** The CycloneDX label: https://cyclonedx.org/docs/1.6/json/#vulnerabilities_items_analysis_justification */
export function cyclonedxLabelOf(justification: string): string | null {
  if (Object.hasOwn(toVexLabel, justification)) return justification
  return ownProperty(toCyclonedxLabel, justification) ?? null
}
