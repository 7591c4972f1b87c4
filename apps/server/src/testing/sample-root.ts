import { makeSigstore, releaseWorkflow } from '@assay/engine/signatures/testing/make-sigstore.ts'

export const sampleRoot = {
  name: 'sample',
  root: makeSigstore().trustedRoot,
  identities: [releaseWorkflow],
}
