import { parseJson } from '@assay/text/parse-json.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import { LdapSettings } from '@assay/contract/sso.ts'
import { z } from 'zod'
import { splitList } from './setting-values.ts'

/** '{"assay-admins":"Administrator"}' */
const ofGroups = <S extends z.ZodType>(names: S, example: string) =>
  z.string().transform((text, context): z.output<S> => {
    const parsed = names.safeParse(parseJson(text) ?? null, { error: messagesFor('environment') })
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: `must be JSON such as ${example}` })
    return z.NEVER
  })

export const RolesOfGroups = ofGroups(LdapSettings.shape.roleNames, '{"assay-admins":"Administrator"}')
export const TeamsOfGroups = ofGroups(LdapSettings.shape.teamNames, '{"developers":"Backend"}')

/** Settings of the installation's LDAP directory; config.ts lists all settings. */
export const directoryVariables = {
  ASSAY_LDAP_URL: z
    .string()
    .transform(splitList)
    .refine(
      (urls) => LdapSettings.shape.urls.safeParse(urls).success,
      'must be a list of LDAP URLs, such as ldaps://ldap.example.org',
    )
    .optional(),
  ASSAY_LDAP_CERTIFICATE: z.string().max(100_000).optional(),
  ASSAY_LDAP_BIND_DN: z.string().max(1000).optional(),
  ASSAY_LDAP_BIND_PASSWORD: z.string().max(1024).optional(),
  ASSAY_LDAP_BASE_DN: z.string().max(1000).optional(),
  ASSAY_LDAP_USER_FILTER: z.string().max(2000).optional(),
  ASSAY_LDAP_ID_ATTRIBUTE: z.string().max(200).optional(),
  ASSAY_LDAP_EMAIL_ATTRIBUTE: z.string().max(200).default('mail'),
  ASSAY_LDAP_NAME_ATTRIBUTE: z.string().max(200).default('cn'),
  ASSAY_LDAP_GROUP_BASE_DN: z.string().max(1000).optional(),
  ASSAY_LDAP_GROUP_FILTER: z.string().max(2000).optional(),
  ASSAY_LDAP_NESTED_GROUPS: z.stringbool().default(false),
  ASSAY_LDAP_ROLES: RolesOfGroups.optional(),
  ASSAY_LDAP_TEAMS: TeamsOfGroups.optional(),
  ASSAY_LDAP_TRUST_ADDRESSES: z.stringbool().default(false),
  ASSAY_LDAP_NAME: z.string().max(50).default('Directory'),
}

const Values = z.object(directoryVariables)
type Values = z.infer<typeof Values>

export interface DirectoryConfig extends LdapSettings {
  /** Of the service user; undefined if it has none. */
  bindPassword: string | undefined
}

type Fail = (sentence: string) => never

/** undefined for none. */
export function readDirectory(values: Values, fail: Fail): DirectoryConfig | undefined {
  if (values.ASSAY_LDAP_URL === undefined) return undefined
  const settings = {
    name: values.ASSAY_LDAP_NAME,
    urls: values.ASSAY_LDAP_URL,
    // In an environment file, a certificate is on one line.
    certificate: values.ASSAY_LDAP_CERTIFICATE?.replaceAll(String.raw`\n`, '\n'),
    bindDn: values.ASSAY_LDAP_BIND_DN,
    baseDn: values.ASSAY_LDAP_BASE_DN ?? fail('ASSAY_LDAP_URL needs the setting ASSAY_LDAP_BASE_DN.'),
    userFilter: values.ASSAY_LDAP_USER_FILTER,
    attributes: {
      id: values.ASSAY_LDAP_ID_ATTRIBUTE,
      email: values.ASSAY_LDAP_EMAIL_ATTRIBUTE,
      name: values.ASSAY_LDAP_NAME_ATTRIBUTE,
    },
    groupBaseDn: values.ASSAY_LDAP_GROUP_BASE_DN,
    groupFilter: values.ASSAY_LDAP_GROUP_FILTER,
    nestsGroups: values.ASSAY_LDAP_NESTED_GROUPS,
    roleNames: values.ASSAY_LDAP_ROLES,
    teamNames: values.ASSAY_LDAP_TEAMS,
    trustsAddresses: values.ASSAY_LDAP_TRUST_ADDRESSES,
  }
  const parsed = LdapSettings.safeParse(settings, { error: messagesFor('environment') })
  if (!parsed.success) return fail(`A setting of ASSAY_LDAP_… is wrong: ${parsed.error.issues[0]!.message}.`)
  const bindPassword = values.ASSAY_LDAP_BIND_PASSWORD || undefined
  if ((parsed.data.bindDn === '') !== (bindPassword === undefined))
    return fail('ASSAY_LDAP_BIND_DN and ASSAY_LDAP_BIND_PASSWORD need each other.')
  return { ...parsed.data, bindPassword }
}
