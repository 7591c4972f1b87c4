import { expect, test } from 'vitest'
import { ecosystemOfPurl } from '../../ecosystems.ts'
import { parsePurl } from '../../purl.ts'
import { systemOf } from './os-release.ts'

/** The OSV ecosystem with its release that packages of a system are compared with; null if there is none. */
function covered(text: string, type: string): string | null {
  const { namespace, distro } = systemOf(text)
  const purl = parsePurl(
    `pkg:${type}/${namespace}/a@1?distro=${distro === null ? '' : encodeURIComponent(distro)}`,
  )!
  const ecosystem = ecosystemOfPurl(purl)
  const release = ecosystem?.release?.fromQualifiers(purl.qualifiers) ?? null
  return ecosystem === null || release === null ? null : `${ecosystem.osvName} ${release}`
}

const os = (id: string, version: string, name = '') =>
  `ID=${id}\nVERSION_ID="${version}"\nPRETTY_NAME='${name}'\n`

test.each<[string, string, string | null]>([
  [os('debian', '12'), 'deb', 'Debian 12'],
  ['ID=debian\nVERSION_CODENAME=trixie\n', 'deb', null],
  [os('ubuntu', '22.04'), 'deb', 'Ubuntu 22.04'],
  [os('alpine', '3.19.1'), 'apk', 'Alpine 3.19'],
  [os('alpine', '3.21_alpha20240807'), 'apk', null],
  [os('wolfi', '20230201'), 'apk', 'Wolfi rolling'],
  [os('chainguard', '20230214'), 'apk', 'Chainguard rolling'],
  [os('minimos', '20241031'), 'apk', 'MinimOS rolling'],
  [os('alpaquita', '23'), 'apk', 'Alpaquita 23'],
  [os('alpaquita', 'stream'), 'apk', 'Alpaquita stream'],
  [os('bellsoft-hardened-containers', '25'), 'apk', 'BellSoft Hardened Containers 25'],
  [os('rhel', '9.4'), 'rpm', 'Red Hat 9'],
  [os('almalinux', '9.4'), 'rpm', 'AlmaLinux 9'],
  [os('rocky', '8.9'), 'rpm', 'Rocky Linux 8'],
  [os('sles', '15.5', 'SUSE Linux Enterprise Server 15 SP5'), 'rpm', 'SUSE 15.5'],
  [os('sles', '15'), 'rpm', 'SUSE 15'],
  [os('sle-micro', '5.4'), 'rpm', 'SUSE micro 5.4'],
  [os('opensuse-leap', '15.6'), 'rpm', 'openSUSE 15.6'],
  [os('opensuse-tumbleweed', '20240101'), 'rpm', 'openSUSE tumbleweed'],
  [os('openEuler', '24.03', 'openEuler 24.03 (LTS-SP1)'), 'rpm', 'openEuler 24.03-lts-sp1'],
  [os('openEuler', '23.09', 'openEuler 23.09'), 'rpm', null],
  [os('azurelinux', '3.0'), 'rpm', 'Azure Linux 3'],
  [os('mariner', '2.0'), 'rpm', 'Azure Linux 2'],
  [os('mageia', '9'), 'rpm', 'Mageia 9'],
  [os('echo', '1'), 'deb', 'Echo rolling'],
  // No advisories are published for these, and those of others do not apply.
  ['ID=mydistro\nID_LIKE=debian\nVERSION_ID=12\n', 'deb', null],
  ...['amzn 2023', 'ol 9', 'fedora 40', 'centos 8', 'photon 5.0', 'void 1'].map(
    (text): [string, string, null] => {
      const [id, version] = text.split(' ')
      return [`${os(id!, version!)}ID_LIKE="rhel fedora"\n`, 'rpm', null]
    },
  ),
  ['', 'deb', null],
  ['ID="../x"\n', 'deb', null],
])('%j is compared with %s advisories of %s', (text, type, expected) => {
  expect(covered(text, type)).toBe(expected)
})
