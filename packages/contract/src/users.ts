import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Language } from './languages.ts'
import { RoleName, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const AccountSummary = named('Account', {
  uuid: Uuid,
  name: z.string(),
  email: z.string(),
  /** The placeholder account before login. */
  default: z.boolean(),
  bundle: z.object({ name: z.string() }),
  features: z.array(z.string()),
  plan: z.string(),
  /** Whether the caller is an administrator of it. */
  admin: z.boolean(),
  /** Whether its members can log in. */
  active: z.boolean(),
  /** Whether it is the operator account, whose administrators can access all accounts. */
  operator: z.boolean(),
})
export type AccountSummary = z.infer<typeof AccountSummary>

export const User = named('User', {
  id: Uuid,
  name: z.string(),
  email: z.string(),
  role: RoleName,
  permissions: z.array(z.string()),
  /** Language of the web app, emails and generated documents; null follows the browser. */
  language: Language.nullable(),
  account: AccountSummary,
  teams: z.array(z.object({ uuid: Uuid, name: z.string() })),
})
export type User = z.infer<typeof User>

export const users = endpoints({
  me: {
    method: 'GET',
    path: '/api/v1/users/me',
    permission: 'member',
    summary: 'The caller, with account, role and teams',
    responses: { 200: User },
  },
  update: {
    method: 'POST',
    path: '/api/v1/users/me',
    permission: 'member',
    summary:
      "Set the caller's language in the web app, emails and generated documents; null follows the browser",
    body: z.object({ language: Language.nullable() }),
    responses: { 200: User },
  },
})
