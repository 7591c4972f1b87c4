import { signatureProblems, signatureStates } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

const Signer = z.object({
  /** As its certificate says, an address or URL: 'https://github.com/acme/app/.github/workflows/release.yml@refs/tags/v1'. */
  subject: z.string(),
  /** URL of the identity provider. */
  issuer: z.string(),
  /** Name of the trusted root that the certificate was verified with. */
  root: z.string(),
  /** When a log or timestamp authority of the root saw the signature. */
  at: EpochMs,
})

/** Whether a document is signed by whom the account trusts. */
export const SignatureCheck = named('SignatureCheck', {
  state: z.enum(signatureStates),
  /** Names of the trusted keys that signed all of it. */
  keys: z.array(z.string()),
  /** Who signed all of it without a key of their own (Sigstore), and is trusted. */
  signers: z.array(Signer),
  /** Why it is not verified; null if it is, or is not signed. */
  problem: z
    .object({
      reason: z.enum(signatureProblems),
      /** Who signed it, if all but their identity is verified. */
      signer: Signer.nullable(),
    })
    .nullable(),
})
export type SignatureCheck = z.infer<typeof SignatureCheck>
