import { dayMs } from '@assay/engine/time.ts'
import { publicKeyPem } from './public-key.ts'
import { sampleRoot } from './sample-root.ts'
import { ownAdvisory } from './own-advisory.ts'
import { testPassword } from './sessions.ts'
import { openvex, vexPart } from './vex-documents.ts'

// A valid query, body or file for each endpoint, by its id.

/** Private addresses are rejected immediately. */
export const ledgerCredentials = { url: 'https://127.0.0.1:1', clientId: 'sample', clientSecret: 'sample' }
export const jiraConfig = { url: 'https://127.0.0.1:1', apiToken: 'sample', jiraProject: 'ABC' }
export const modelService = { url: 'https://127.0.0.1:1/v1', model: 'sample', key: 'sample' }
export const datadogCredentials = { address: 'https://127.0.0.1:1', apiKey: 'sample' }

/** Values that match the schemas of queries and bodies. */
export const queries: Record<string, string> = {
  'reports.declareOutcome': '?outcome=PASS',
  'projects.remove': '?name=sample',
  'projects.removeBranch': '?name=sample',
  'exclusions.create': '?domain=security',
  'exclusions.remove': '?domain=security&id=00000000-0000-4000-8000-000000000000',
  'members.setPrimaryTeam': '?teamuuid=00000000-0000-4000-8000-000000000000',
  'credentials.forget': '?email=nobody%40example.org',
  'accounts.activate': '?active=true',
  'accounts.setFeatures': '?names=teams',
  'accounts.setPlan': '?name=enterprise',
  'sso.activate': '?active=true',
  'integrations.activate': '?active=true',
  'metrics.project': '?branch=main',
  'licenseUse.branches': '?license=MIT',
  'insights.uses': '?ecosystem=npm&name=lodash&version=4.17.4',
  'fixes.uses': '?ecosystem=npm&packageName=lodash&to=4.17.21',
  'triage.read':
    '?projectUuid=00000000-0000-4000-8000-000000000000&ecosystem=npm&package=lodash&advisoryUuid=00000000-0000-4000-8000-000000000000',
  'insights.paths': '?project=00000000-0000-4000-8000-000000000000&branch=main&name=lodash&version=4.17.4',
  'scans.compare': '?from=00000000-0000-4000-8000-000000000000&to=00000000-0000-4000-8000-000000000000',
  'advisoryDatabases.upload': '?name=x.json',
  'notifications.test': '?type=email',
  'notifications.unsubscribe': '?token=none',
  'slackSetup.info': '?ticket=none',
}
const tomorrow = Date.now() + dayMs
const noUuid = '00000000-0000-4000-8000-000000000000'
const finding = { projectUuid: noUuid, ecosystem: 'npm', package: 'lodash', advisoryUuid: noUuid }

export const bodies: Record<string, unknown> = {
  'eras.createSchedule': { every: 'month' },
  'reportExports.addPullRequests': {
    entries: [
      {
        dependency: { library: { name: 'lodash', language: 'nodejs' }, version: '4.17.4' },
        prs: [{ title: 'Upgrade lodash', url: 'https://example.org/pulls/1' }],
      },
    ],
  },
  'credentials.login': { email: 'nobody@example.org', password: 'wrong' },
  'tokens.create': { name: 'sample' },
  'tokens.update': { name: 'sample' },
  'projects.create': { url: 'https://example.org/new' },
  'projects.update': { name: 'Renamed' },
  'builds.create': { url: 'https://example.org/new', branch: 'main' },
  'builds.submit': { content: 'lodash,4.17.4', language: 'nodejs' },
  'exclusions.create': { cve: 'CVE-2020-0001' },
  'imports.decide': {
    findings: [{ ecosystem: 'npm', package: 'lodash', advisoryUuid: noUuid, state: 'in-triage' }],
  },
  'triage.decide': { findings: [finding], state: 'in-triage' },
  'triage.comment': { finding, text: 'sample' },
  'triage.editComment': { text: 'changed' },
  'cases.create': { vulnerability: 'CVE-2019-10744', text: 'sample' },
  'cases.update': { notes: { memberStates: 'DE' } },
  'cases.settle': { regime: 'cra', step: 'early-warning' },
  'cases.comment': { text: 'sample' },
  'cases.close': { reason: 'mistake', text: 'sample' },
  'cases.configure': { regimes: ['cra'], own: [] },
  'decisions.create': { state: 'accepted', reason: 'sample', ecosystem: 'npm', package: 'lodash' },
  'decisions.settle': { decisionUuids: [noUuid], isApproved: true },
  'decisions.end': { decisionUuids: [noUuid] },
  'quotas.save': { projects: 1000 },
  'moving.set': { publishesVersions: true },
  'retention.save': { scansDaily: 90 },
  'retention.preview': { scansDaily: 90 },
  'retention.createHold': { reason: 'sample' },
  'gaps.accept': { file: 'pom.xml', reason: 'sample' },
  'isaac.setPolicy': { enabled: false },
  'accounts.create': { name: 'Another', email: 'another@example.org' },
  'accounts.update': { name: 'Renamed' },
  'accounts.configure': { requiresMfa: false },
  'properties.setOfAccount': { a: 1 },
  'properties.setOfTeam': { a: 1 },
  'policies.create': { name: 'no AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
  'policies.update': { active: false },
  'rules.create': { name: 'known exploited', condition: 'finding.kev', effect: 'fail' },
  'rules.update': { mode: 'off' },
  'rules.check': { condition: 'finding.kev' },
  'rules.preview': { condition: 'finding.kev', effect: 'fail' },
  'trustedKeys.add': { name: 'sample', pem: publicKeyPem },
  'trustedRoots.add': sampleRoot,
  'trustedRoots.update': { ...sampleRoot, name: 'changed' },
  'ownAdvisories.create': ownAdvisory('SAMPLE-1'),
  'ownAdvisories.update': ownAdvisory('SAMPLE-1'),
  'ownAdvisories.setWithdrawn': { isWithdrawn: true },
  'ownAdvisories.preview': { affected: ownAdvisory('SAMPLE-1').affected },
  'badges.configure': { access: 'public' },
  'images.add': { reference: '127.0.0.1:1/sample:1.0' },
  'images.update': { everyHours: 12, usesAttached: true },
  'images.saveLogin': { host: 'things.example.org', user: 'sample', password: 'secret' },
  'images.hook': { image: 'registry.example.org/sample:1.0' },
  'registries.create': { ecosystem: 'npm', pattern: '@sample', url: 'https://127.0.0.1:1' },
  'registries.update': { enabled: false },
  'registries.check': { name: '@things/ui' },
  'overrides.setLicense': { license: 'MIT' },
  'overrides.setCopyright': { text: 'Copyright Sample' },
  'members.add': { email: 'someone@example.org' },
  'members.update': { name: 'Changed' },
  'users.update': { language: 'de' },
  'teams.create': { name: 'New' },
  'teams.update': { name: 'Changed' },
  'teams.addMember': { uuid: '00000000-0000-4000-8000-000000000000' },
  'teams.updateMember': { role: 'Administrator' },
  'groups.create': { name: 'new' },
  'groups.update': { name: 'changed' },
  'groups.changeProjects': {},
  'groups.setTeams': { teamUuids: [] },
  'versions.create': { name: '2.0' },
  'versions.update': { name: '2.1' },
  'tags.create': { name: 'new' },
  'tags.update': { name: 'changed' },
  'credentials.register': { email: 'new@example.org', password: 'a password of some length' },
  'credentials.verify': { token: 'asyv_none', password: 'a password of some length' },
  'credentials.reset': { token: 'asyl_none', password: 'a password of some length' },
  'mfa.change': {},
  'credentials.change': { password: testPassword, newPassword: 'another password of some length' },
  'savedViews.create': { list: 'fixes', name: 'sample', criteria: { severity: 'HIGH' } },
  'savedViews.update': { name: 'Changed' },
  'scim.createUser': { userName: 'provisioned@example.org' },
  'scim.replaceUser': { userName: 'replaced@example.org' },
  'scim.patchUser': { Operations: [{ op: 'replace', path: 'displayName', value: 'Patched' }] },
  'scim.createGroup': { displayName: 'Provisioned' },
  'scim.replaceGroup': { displayName: 'Replaced' },
  'scim.patchGroup': { Operations: [{ op: 'replace', path: 'displayName', value: 'Patched' }] },
  'sso.putOidc': { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' },
  'sso.putLdap': { name: 'Ours', urls: ['ldaps://ldap.example.org'], baseDn: 'dc=example,dc=org' },
  'sso.putSaml': {
    name: 'Ours',
    url: 'https://login.example.org/saml',
    issuer: 'https://login.example.org',
    certificate: 'none',
  },
  'sso.setDomains': { domains: ['example.org'], role: 'Viewer' },
  'integrations.save': datadogCredentials,
  'integrations.check': datadogCredentials,
  'datadog.checkCredentials': datadogCredentials,
  'datadog.saveSetup': datadogCredentials,
  'rkvst.saveCredentials': ledgerCredentials,
  'rkvst.checkCredentials': ledgerCredentials,
  'jira.saveConfig': jiraConfig,
  'jira.checkConfig': jiraConfig,
  'jira.saveProjectConfig': { jiraProject: 'ABC' },
  'jira.createIssue': { branch: 'main', ecosystem: 'npm', packageName: 'lodash' },
  'tickets.create': { tracker: 'jira', branch: 'main', ecosystem: 'npm', packageName: 'lodash' },
  'jira.webhook': {},
  'barista.allow': { isAllowed: true },
  'barista.saveService': modelService,
  'barista.checkService': modelService,
  'barista.createAround': { cve: 'CVE-2021-23337' },
  'barista.ask': { question: 'What should I fix first?' },
  'reauthentication.confirm': { password: testPassword },
  'reauthentication.startSignOn': { type: 'oidc' },
  'passkeys.rename': { name: 'renamed' },
  'fixes.decide': { ecosystem: 'npm', packageName: 'lodash', to: '4.17.21', snoozedUntil: tomorrow },
  'knowledge.beginImport': { digest: '0'.repeat(64), name: 'sample.jsonl.gz', size: 1 },
  'notifications.configure': { email: { recipients: ['someone@example.org'] } },
  'notifications.sendEmail': { subject: 's', content: 'c', recepients: ['nobody@example.org'] },
  'notificationChannels.create': { kind: 'email', name: 'sample', recipients: ['someone@example.org'] },
  'notificationChannels.update': { name: 'Changed' },
  'slackSetup.rooms': { token: 'sample', address: 'https://127.0.0.1:1' },
  'notificationRules.create': { name: 'sample', kinds: ['malware'] },
  'notificationRules.preview': { name: 'sample', kinds: ['malware'] },
  'notificationRules.update': { active: false },
  'ownNotificationRules.create': { name: 'sample', kinds: ['malware'] },
  'ownNotificationRules.preview': { name: 'sample', kinds: ['malware'] },
  'ownNotificationRules.update': { active: false },
  'advisoryDatabases.sync': { from: 'https://127.0.0.1/none' },
}

/** Constant, since an idempotency key belongs to one body. */
const vexDocument = vexPart(openvex({ id: 'https://example.org/vex/sample', vulnerability: 'CVE-2020-0001' }))

const osvDocument = {
  id: 'SAMPLE-2',
  modified: '2026-01-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: 'sample-of-nobody' }, versions: ['1.0.0'] }],
}

/** Files of forms; an inventory by default. */
export const files: Record<string, () => Uint8Array> = {
  'vex.add': () => vexDocument.bytes,
  'ownAdvisories.import': () => new TextEncoder().encode(JSON.stringify(osvDocument)),
}
