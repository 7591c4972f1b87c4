import type { Integration, IntegrationField } from '@assay/contract/integrations.ts'

export type IntegrationState =
  | 'featureOff'
  | 'none'
  | 'inactive'
  | 'paused'
  | 'failing'
  | 'retrying'
  | 'active'

/** The most important state. */
export function stateOf({
  isFeatureOn,
  isConfigured,
  isActive,
  pausedUntil,
  failed,
  retrying,
}: Integration): IntegrationState {
  if (!isFeatureOn) return 'featureOff'
  if (!isConfigured) return 'none'
  if (!isActive) return 'inactive'
  if (pausedUntil !== null) return 'paused'
  if (failed > 0) return 'failing'
  return retrying > 0 ? 'retrying' : 'active'
}

export const variantOf = (state: IntegrationState) =>
  (
    {
      featureOff: 'plain',
      none: 'plain',
      inactive: 'plain',
      paused: 'warm',
      failing: 'bad',
      retrying: 'warm',
      active: 'good',
    } as const
  )[state]

/** Form values in API format. Empty secrets keep their value. */
export function typedValues(
  fields: readonly IntegrationField[],
  typed: ReadonlyMap<string, string>,
): Record<string, string | number> {
  const entries = fields.flatMap(({ name, kind }): [string, string | number][] => {
    const text = typed.get(name)
    if (text === undefined || (kind === 'secret' && text === '')) return []
    return [[name, kind === 'number' ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}
