import type { ComponentEvidence } from '../inventory.ts'
import type { Usage } from '../package-usage.ts'
import type { UsageState } from '../vocabulary.ts'

/** The source file that imports a component is a place where it was found. */
export function withUsage(
  evidence: ComponentEvidence | undefined,
  { place, module, through }: Partial<Usage> = {},
): ComponentEvidence | undefined {
  if (!place || through !== undefined) return evidence
  const { file: location, line } = place
  const occurrence = { location, line, additionalContext: `imports ${module ?? ''}`.trim() }
  return { ...evidence, occurrences: [...(evidence?.occurrences ?? []), occurrence] }
}

/** Whether the sources use a component, as a property of CycloneDX: 'used', 'not-seen' or 'unknown'. */
export const usageProperties = (state: UsageState | undefined) =>
  state === undefined ? [] : [{ name: 'assay:usage', value: state }]
