import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { OfAccount } from './return-path.ts'
import { named } from './named.ts'

export const PublicConfig = named('PublicConfig', {
  version: z.string(),
  /** What the operator tells everyone; null for nothing. */
  banner: z.string().nullable(),
  /** Whether changes are refused at the moment. */
  isReadOnly: z.boolean(),
  /** Whether self-registration is allowed. */
  allowsRegistration: z.boolean(),
  /** Whether links are emailed; otherwise they are shown to the requester. */
  sendsMail: z.boolean(),
  /** Login methods to offer in addition to email address and password. */
  ways: z.object({
    /** Whether codes can be sent to phones. */
    sms: z.boolean(),
    /** Names of the single sign-on providers for the login buttons; null without any. */
    oidc: z.string().nullable(),
    saml: z.string().nullable(),
    /** Name of the directory whose user names and passwords are accepted, too; null without one. */
    ldap: z.string().nullable(),
    /** Label of the login by a reverse proxy; null without one. */
    header: z.string().nullable(),
    /** The account that the providers belong to, sent when a login starts; null for the installation's. */
    account: z.uuid().nullable(),
  }),
  /** null for the default. */
  supportEmail: z.string().nullable(),
  docsUrl: z.string().nullable(),
  blogUrl: z.string().nullable(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const publicConfig = endpoints({
  get: {
    method: 'GET',
    path: '/api/v1/site',
    permission: 'public',
    summary: 'Public configuration of the installation, needed before a login',
    query: z.object({
      /** The domain of an email address, to find the providers of the account it is verified for. */
      domain: z.string().trim().toLowerCase().max(253).optional(),
      /** An account, as in its login link '/?sso=<uuid>'. */
      account: OfAccount,
    }),
    responses: { 200: PublicConfig },
  },
})
