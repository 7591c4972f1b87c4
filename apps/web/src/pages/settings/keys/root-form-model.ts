import { TrustedIdentity, trustedRoots } from '@assay/contract/trusted-roots.ts'
import { z } from 'zod'
import { trustedKeys as messages } from '../../../messages/trusted-keys.ts'

const { name, root } = trustedRoots.add.body.shape

/** Of each line, issuer and subject; null if one of them is not both. */
export function parseIdentities(text: string): TrustedIdentity[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map((line) => {
    const [issuer, subject, ...rest] = line.trim().split(/\s+/)
    return rest.length === 0 ? TrustedIdentity.safeParse({ issuer, subject }).data : undefined
  })
  return read.length > 0 && read.every((each) => each !== undefined) ? read : null
}

export const writeIdentities = (identities: readonly TrustedIdentity[]): string =>
  identities.map(({ issuer, subject }) => `${issuer} ${subject}`).join('\n')

/** The contract's schema with form values as entered. isNew: an empty file does not keep the stored one. */
export const schemaOf = (isNew: boolean) =>
  z.object({
    name,
    identities: z
      .string()
      .min(1)
      .refine((text) => parseIdentities(text) !== null, messages.identitiesInvalid),
    root: isNew ? root : z.literal('').or(root),
  })
