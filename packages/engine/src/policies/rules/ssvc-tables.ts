/** SSVC decision tables as data: https://github.com/CERTCC/SSVC/tree/main/data/csv */

export const exploitations = ['none', 'poc', 'active'] as const
export type Exploitation = (typeof exploitations)[number]
export const exposures = ['small', 'controlled', 'open'] as const
export type Exposure = (typeof exposures)[number]
export const missions = ['low', 'medium', 'high'] as const
export type Mission = (typeof missions)[number]
export const humanImpacts = ['low', 'medium', 'high', 'very high'] as const
export type HumanImpact = (typeof humanImpacts)[number]

/** Least urgent first. */
export const coordinatorDecisions = ['track', 'track*', 'attend', 'act'] as const
export type CoordinatorDecision = (typeof coordinatorDecisions)[number]
/** Least urgent first. */
export const deployerDecisions = ['defer', 'scheduled', 'out-of-cycle', 'immediate'] as const
export type DeployerDecision = (typeof deployerDecisions)[number]

/**
 * CISA coordinator 2.0.3. Rows by exploitation; columns by automatable and technical impact (no/partial, no/total,
 * yes/partial, yes/total); digits by mission and well-being: low, medium, high.
 */
export const coordinatorTable: Record<Exploitation, readonly [string, string, string, string]> = {
  none: ['000', '001', '002', '002'],
  poc: ['001', '012', '002', '012'],
  active: ['002', '023', '223', '233'],
}

/**
 * Deployer 1.0.0. Rows by exploitation; columns by exposure and automatable (small/no, small/yes, controlled/no, …);
 * digits by human impact: low, medium, high, very high.
 */
export const deployerTable: Record<Exploitation, readonly [string, string, string, string, string, string]> =
  {
    none: ['0011', '0111', '0011', '1111', '0111', '1112'],
    poc: ['0111', '1111', '0111', '1112', '1112', '1122'],
    active: ['1122', '1222', '1122', '2222', '1223', '2233'],
  }
