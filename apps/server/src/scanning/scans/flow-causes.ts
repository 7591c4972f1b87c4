/** Why findings open or end. Stored by position: new ones are added at the end, up to 16. */
export const flowCauses = [
  'upgraded',
  'removed',
  'withdrawn',
  'excluded',
  'coverage-lost',
  'first-scan',
  'dependency',
  'advisory',
  'exclusion-lifted',
  'coverage-restored',
  'rerated',
  'advisory-changed',
] as const
