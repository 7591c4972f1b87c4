import { type CredentialKind, registries, RegistryCredentials } from '@assay/contract/registries.ts'
import { z } from 'zod'

/** 'kept' keeps the stored credentials. */
export type CredentialChoice = CredentialKind | 'kept'

const { pattern, url } = registries.create.body.shape
const [, basic, bearer] = RegistryCredentials.options

const fieldsOf = {
  kept: {},
  none: {},
  basic: { user: basic.shape.user, password: basic.shape.password },
  bearer: { token: bearer.shape.token },
} satisfies Record<CredentialChoice, z.ZodRawShape>

/** The contract's schema with form values as entered. */
export const schemaOf = (choice: CredentialChoice) => z.object({ pattern, url, ...fieldsOf[choice] })

export interface Typed {
  pattern: string
  url: string
  user?: string
  password?: string
  token?: string
}

/** undefined keeps the stored credentials. */
export function credentialsOf(
  choice: CredentialChoice,
  { user = '', password = '', token = '' }: Typed,
): RegistryCredentials | undefined {
  if (choice === 'kept') return undefined
  if (choice === 'basic') return { kind: 'basic', user, password }
  return choice === 'bearer' ? { kind: 'bearer', token } : { kind: 'none' }
}
