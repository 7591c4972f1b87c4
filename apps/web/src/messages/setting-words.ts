/** What members may call a section of the settings, for the command palette. */
export const settingWords = {
  security:
    'token API key password passkey MFA 2FA TOTP two-factor recovery code session profile language login',
  account:
    'minimum score threshold formula scoring target SLA feature plan usage VEX email members delete close',
  members: 'member user invite invitation person people role',
  teams: 'team group access',
  roles: 'role permission access right',
  sso: 'SSO OIDC SAML LDAP OpenID identity provider Active Directory login Okta Entra Google domain',
  scim: 'SCIM provisioning user directory token Okta Entra',
  audit: 'audit event history activity change who',
  retention: 'retention keep delete remove purge legal hold GDPR days',
  tags: 'tag label',
  policies: 'policy policies rule license allow deny',
  infrastructure: 'policy policies rule IaC Terraform Kubernetes misconfiguration',
  exclusions: 'exclusion exclude ignore suppress snooze accept accepted risk gap VEX',
  advisories: 'advisory vulnerability own private internal OSV CSAF import export CVE GHSA',
  keys: 'key trust signature signed verify attestation DSSE in-toto Sigstore keyless root identity issuer Fulcio Rekor cosign JSF PEM',
  overrides: 'override license copyright correct',
  ci: 'CI pipeline token GitHub Actions GitLab Jenkins command CLI',
  images: 'image container Docker registry watch webhook',
  moving: 'Dependency-Track move migrate migration import webhook compare version',
  registries: 'registry private package token credential npm PyPI Maven',
  integrations: 'integration Jira Datadog GitHub GitLab Slack assistant webhook issue ticket',
  notifications: 'notification notify alert email Slack Teams webhook channel digest rule',
  accounts: 'account installation operator tenant organization',
} as const
