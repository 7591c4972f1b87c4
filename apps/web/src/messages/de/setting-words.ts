import type { Translation } from '../../language/translation.ts'
import type { settingWords as english } from '../setting-words.ts'

export const settingWords: Translation<typeof english> = {
  security:
    'Token API-Schlüssel Passwort Passkey MFA 2FA TOTP Zwei-Faktor Wiederherstellungscode Sitzung Profil Sprache Anmeldung',
  account:
    'Mindestwert Schwelle Formel Bewertung Frist SLA Funktion Tarif Nutzung VEX E-Mail löschen schließen',
  members: 'Mitglied Benutzer einladen Einladung Person Rolle',
  teams: 'Team Gruppe Zugriff',
  roles: 'Rolle Berechtigung Zugriff Recht',
  sso: 'SSO OIDC SAML LDAP Active Directory OpenID Identitätsanbieter Anmeldung Okta Entra Google Domain',
  scim: 'SCIM Provisionierung Verzeichnis Token Okta Entra',
  audit: 'Audit Ereignis Verlauf Aktivität Änderung wer',
  retention: 'Aufbewahrung Frist löschen entfernen Aufbewahrungspflicht DSGVO Tage',
  tags: 'Tag Label Etikett',
  policies: 'Richtlinie Regel Lizenz erlauben verbieten policy',
  infrastructure: 'Richtlinie Regel IaC Terraform Kubernetes Fehlkonfiguration policy',
  exclusions: 'Ausschluss ausschließen ignorieren unterdrücken zurückstellen akzeptieren Risiko Lücke VEX',
  advisories: 'Advisory Schwachstelle eigene privat intern OSV CSAF Import Export CVE GHSA',
  keys: 'Schlüssel vertrauen Signatur signiert prüfen Attestierung DSSE in-toto Sigstore keyless Wurzel Identität Aussteller Fulcio Rekor cosign JSF PEM',
  overrides: 'Korrektur Lizenz Copyright überschreiben',
  ci: 'CI Pipeline Token GitHub Actions GitLab Jenkins Befehl CLI',
  images: 'Image Container Docker Registry Webhook',
  moving: 'Dependency-Track Umzug Migration Import Webhook vergleichen Version',
  registries: 'Registry privat Paket Token Zugangsdaten npm PyPI Maven',
  integrations: 'Integration Jira Datadog GitHub GitLab Slack Assistent Webhook Ticket',
  notifications: 'Benachrichtigung E-Mail Slack Teams Webhook Kanal Zusammenfassung Regel',
  accounts: 'Konto Installation Betreiber Organisation',
}
