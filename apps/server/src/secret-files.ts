import { readFileSync } from 'node:fs'

/** Settings that hold a secret. */
export const secretVariables = [
  'DATABASE_URL',
  'ASSAY_DIRECT_DATABASE_URL',
  'ASSAY_READ_DATABASE_URL',
  'ASSAY_ADMIN_PASSWORD',
  'ASSAY_SECRET_KEY',
  'ASSAY_SECRET_KEY_EARLIER',
  'ASSAY_SIGNING_KEY',
  'ASSAY_SMTP_URL',
  'ASSAY_SMS_TOKEN',
  'ASSAY_OIDC_CLIENT_SECRET',
  'ASSAY_LDAP_BIND_PASSWORD',
  'ASSAY_HEADER_LOGIN_SECRET',
  'ASSAY_AUDIT_WEBHOOK_TOKEN',
  'ASSAY_REGISTRIES',
  'ASSAY_BACKUP_PASSPHRASE',
  'ASSAY_METRICS_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const

/**
 * The environment with the content of secrets that files hold, as vaults, Docker, Kubernetes and systemd mount them:
 * `ASSAY_SECRET_KEY_FILE` names the file of `ASSAY_SECRET_KEY`. Calls `fail` with a sentence if one is wrong.
 */
export function withSecretFiles(
  environment: Record<string, string | undefined>,
  fail: (sentence: string) => never,
): Record<string, string | undefined> {
  const named = secretVariables.filter((name) => (environment[`${name}_FILE`] ?? '') !== '')
  const read = named.map((name) => {
    if ((environment[name] ?? '') !== '') fail(`The settings ${name} and ${name}_FILE are both set.`)
    try {
      // Editors and tools end a file with a line break.
      return [name, readFileSync(environment[`${name}_FILE`]!, 'utf8').replace(/\r?\n$/, '')]
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return fail(`The file that the setting ${name}_FILE names cannot be read (${code}).`)
    }
  })
  return { ...environment, ...Object.fromEntries(read) }
}
