import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { OfAccount } from './return-path.ts'

export const PublicConfig = z
  .object({
    version: z.string(),
    /** Whether anybody may make an account. */
    allowsRegistration: z.boolean(),
    /** Whether links are mailed; otherwise they are shown to who asks for them. */
    sendsMail: z.boolean(),
    /** What to offer in the login dialog, beside address and password. */
    ways: z.object({
      /** Whether codes can be sent to phones. */
      sms: z.boolean(),
      /** The names of the providers of single sign-on, for the buttons to start them; null without one. */
      oidc: z.string().nullable(),
      saml: z.string().nullable(),
      /** The account whose own providers are among them, to be named where one starts; null: the installation's. */
      account: z.uuid().nullable(),
    }),
    /** null: the page has its own. */
    supportEmail: z.string().nullable(),
    docsUrl: z.string().nullable(),
    blogUrl: z.string().nullable(),
  })
  .meta({ id: 'PublicConfig' })
export type PublicConfig = z.infer<typeof PublicConfig>

export const publicConfig = endpoints({
  get: {
    method: 'GET',
    path: '/api/v1/site',
    permission: 'public',
    summary: 'Public configuration of the installation, needed before a login',
    query: z.object({
      /** Of an address that somebody types in: the providers of the account that the domain is verified for. */
      domain: z.string().trim().toLowerCase().max(253).optional(),
      /** As a link of an account names it: '/?sso=<uuid>'. */
      account: OfAccount,
    }),
    responses: { 200: PublicConfig },
  },
})
