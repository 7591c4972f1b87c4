import { endKinds } from '@assay/engine/vocabulary.ts'

/** By position, as rows in memory name them. */
export const flowCauses = [
  ...endKinds,
  'first-scan',
  'dependency',
  'advisory',
  'exclusion-lifted',
  'coverage-restored',
  'rerated',
]
