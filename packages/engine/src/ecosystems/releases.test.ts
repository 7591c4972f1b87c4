import { describe, expect, test } from 'vitest'
import { parsePurl } from '../purl.ts'
import type { EcosystemId } from './ecosystem.ts'
import { ecosystemById, ecosystemOfPurl } from '../ecosystems.ts'

const suffixes: [EcosystemId, string, string | null][] = [
  ['debian', '12', '12'],
  ['debian', '', null],
  ['ubuntu', '22.04:LTS', '22.04'],
  ['ubuntu', '25.10', '25.10'],
  ['ubuntu', 'Pro:16.04:LTS', '16.04+esm'],
  ['ubuntu', 'Pro:FIPS:20.04:LTS', '20.04+fips'],
  ['ubuntu', 'Pro:FIPS-updates:20.04:LTS', '20.04+fips'],
  ['ubuntu', 'Pro:Realtime:22.04:LTS', 'pro:realtime:22.04'],
  ['alpine', 'v3.20', '3.20'],
  ['alpine', 'edge', 'edge'],
  ['almalinux', '9', '9'],
  ['rocky-linux', '8', '8'],
  ['red-hat', 'enterprise_linux:9::baseos', '9'],
  ['red-hat', 'rhel_eus:9.2::appstream', 'rhel_eus:9.2'],
  ['red-hat', 'openshift:4.12::el8', 'openshift:4.12'],
  ['suse', 'Linux Enterprise Server 15 SP4', '15.4'],
  ['suse', 'Linux Enterprise Module for Basesystem 15 SP4', '15.4'],
  ['suse', 'Linux Enterprise Server 12 SP5-LTSS', '12.5'],
  ['suse', 'Linux Enterprise Server for SAP Applications 12', '12'],
  ['suse', 'Linux Enterprise Micro 5.4', 'micro 5.4'],
  ['suse', 'Linux Micro 6.0', 'micro 6.0'],
  ['opensuse', 'Leap 15.4', '15.4'],
  ['opensuse', 'Leap Micro 5.2', 'micro 5.2'],
  ['opensuse', 'Tumbleweed', 'tumbleweed'],
  ['wolfi', '', null],
  ['echo', 'PyPI', 'pypi'],
  ['alpaquita', 'stream', 'stream'],
  ['bellsoft', '25', '25'],
  ['azure-linux', '3', '3'],
  ['mageia', '9', '9'],
  ['openeuler', '24.03-LTS-SP1', '24.03-lts-sp1'],
  ['tuxcare-deb', 'Debian:10', 'debian-10'],
  ['tuxcare-deb', 'Ubuntu:18.04', 'ubuntu-18.04'],
  ['tuxcare-rpm', 'CentOS:7', 'centos-7'],
  ['tuxcare-rpm', 'AlmaLinux:9.6', 'almalinux-9.6'],
  ['tuxcare-rpm', 'Oracle Linux:6', 'ol-6'],
  ['tuxcare-apk', 'Alpine:v3.16', 'alpine-3.16'],
  ['root-deb', 'Ubuntu:22.04', 'ubuntu-22.04'],
  ['root-apk', 'Alpine:3.18', 'alpine-3.18'],
]

test.each(suffixes)('%s: reads the suffix %j as release %j', (id, suffix, release) => {
  expect(ecosystemById(id).release!.fromSuffix(suffix)).toBe(release)
})

const purls: [string, EcosystemId, string | null][] = [
  ['pkg:deb/debian/curl@7.88.1-10?arch=amd64&distro=debian-12', 'debian', '12'],
  ['pkg:deb/debian/curl@7.88.1-10?distro=debian-12.5', 'debian', '12'],
  ['pkg:deb/debian/curl@7.88.1-10?distro=bookworm', 'debian', '12'],
  ['pkg:deb/debian/curl@7.88.1-10?distro=sid', 'debian', 'sid'],
  ['pkg:deb/debian/curl@7.88.1-10', 'debian', null],
  ['pkg:deb/ubuntu/curl@7.81.0-1?distro=ubuntu-22.04', 'ubuntu', '22.04'],
  ['pkg:deb/ubuntu/curl@7.81.0-1?distro=jammy', 'ubuntu', '22.04'],
  ['pkg:deb/ubuntu/linux@3.13.0-206.257?distro=esm-infra-legacy/trusty', 'ubuntu', '14.04'],
  ['pkg:apk/alpine/curl@8.9.0-r0?distro=alpine-3.20.1', 'alpine', '3.20'],
  ['pkg:apk/alpine/curl@8.9.0-r0?distro=3.20', 'alpine', '3.20'],
  ['pkg:rpm/almalinux/curl@7.76.1-26.el9?distro=almalinux-9.4', 'almalinux', '9'],
  ['pkg:apk/wolfi/curl@8.9.0-r0', 'wolfi', 'rolling'],
  ['pkg:apk/chainguard/curl@8.9.0-r0?distro=chainguard-20230214', 'chainguard', 'rolling'],
  ['pkg:apk/minimos/curl@8.9.0-r0', 'minimos', 'rolling'],
  ['pkg:apk/cleanstart/curl@8.9.0-r0', 'cleanstart', 'rolling'],
  ['pkg:apk/alpaquita/curl@8.9.0-r0?distro=alpaquita-23', 'alpaquita', '23'],
  ['pkg:apk/bellsoft/curl@8.9.0-r0?distro=bellsoft-25', 'bellsoft', '25'],
  ['pkg:rpm/azure-linux/curl@8.9.0-1.azl3?distro=azure-linux-3.0', 'azure-linux', '3'],
  ['pkg:rpm/mariner/curl@8.9.0-1.cm2?distro=mariner-2.0', 'azure-linux', '2'],
  ['pkg:rpm/mageia/curl@8.9.0-1.mga9?distro=mageia-9', 'mageia', '9'],
  ['pkg:rpm/openeuler/curl@7.71.1-2.oe1?distro=openeuler-24.03-LTS-SP1', 'openeuler', '24.03-lts-sp1'],
  ['pkg:deb/echo/curl@7.88.1-10+echo.1', 'echo', 'rolling'],
  ['pkg:deb/tuxcare/binutils@2.31.1-16+tuxcare.els11?distro=debian-10', 'tuxcare-deb', 'debian-10'],
  ['pkg:rpm/tuxcare/yelp@40.3-2.el9_6.1.tuxcare.els1?distro=almalinux-9.6', 'tuxcare-rpm', 'almalinux-9.6'],
  ['pkg:rpm/tuxcare/sssd@1.16.5-10.0.7.el7_9.16.tuxcare.els1?distro=ol-7.9', 'tuxcare-rpm', 'ol-7'],
  ['pkg:apk/tuxcare/musl@1.2.3-r5?distro=alpine-3.16.9', 'tuxcare-apk', 'alpine-3.16'],
  ['pkg:deb/root/openssl@3.0.11-1.root.io.2?distro=debian-12', 'root-deb', 'debian-12'],
  ['pkg:apk/root/musl@1.2.3-r20071?distro=alpine-3.18.4', 'root-apk', 'alpine-3.18'],
  ['pkg:rpm/alma/curl@7.76.1-26.el9?distro=alma-9.4', 'almalinux', '9'],
  ['pkg:rpm/rocky/curl@7.76.1-26.el9?distro=rocky-9.4', 'rocky-linux', '9'],
  ['pkg:rpm/redhat/curl@7.76.1-26.el9?distro=rhel-9.4', 'red-hat', '9'],
  ['pkg:rpm/redhat/curl@7.76.1-26.el9?distro=redhat-9', 'red-hat', '9'],
  ['pkg:rpm/suse/curl@8.0.1-150400.5.41.1?distro=sles-15.4', 'suse', '15.4'],
  ['pkg:rpm/sles/curl@8.0.1-150400.5.41.1?distro=sles-15-sp4', 'suse', '15.4'],
  ['pkg:rpm/opensuse/curl@8.0.1-150400.5.41.1?distro=opensuse-leap-15.4', 'opensuse', '15.4'],
  ['pkg:rpm/opensuse/curl@8.0.1?distro=opensuse-tumbleweed-20240101', 'opensuse', 'tumbleweed'],
]

test.each(purls)('reads %s as %s, release %j', (text, id, release) => {
  const purl = parsePurl(text)!
  const ecosystem = ecosystemOfPurl(purl)!
  expect(ecosystem.id).toBe(id)
  expect(ecosystem.release!.fromQualifiers(purl.qualifiers)).toBe(release)
})

describe('the source package', () => {
  const sourceOf = (text: string) => {
    const purl = parsePurl(text)!
    const ecosystem = ecosystemOfPurl(purl)!
    const version = ecosystem.versionFromPurl!(purl.version!, purl.qualifiers, purl.name)
    return ecosystem.sourceFromQualifiers?.(purl.qualifiers, version)
  }

  test('is read from the upstream qualifier, with the version of the package unless it has its own', () => {
    expect(sourceOf('pkg:deb/debian/libssl3@3.0.11-1?upstream=openssl')).toEqual({
      name: 'openssl',
      version: '3.0.11-1',
    })
    expect(sourceOf('pkg:deb/debian/gcc@4%3A12.2.0-3?upstream=gcc-defaults%401.203')).toEqual({
      name: 'gcc-defaults',
      version: '1.203',
    })
    expect(sourceOf('pkg:apk/alpine/libssl3@3.3.1-r0?upstream=openssl')?.name).toBe('openssl')
  })

  test('of an RPM is read from its file name, with the epoch of the package', () => {
    const purl = 'pkg:rpm/rocky/openssl-libs@3.0.7-16.el9?epoch=1&upstream=openssl-3.0.7-16.el9.src.rpm'
    expect(sourceOf(purl)).toEqual({ name: 'openssl', version: '1:3.0.7-16.el9' })
  })

  test('is null without a qualifier, and not supported if advisories name binary packages', () => {
    expect(sourceOf('pkg:deb/debian/curl@7.88.1-10')).toBeNull()
    expect(sourceOf('pkg:rpm/redhat/openssl-libs@3.0.7-16?upstream=openssl-3.0.7-16.src.rpm')).toBeUndefined()
  })
})

test('the epoch qualifier is prepended to the version unless that has one', () => {
  const { versionFromPurl } = ecosystemById('red-hat')
  expect(versionFromPurl!('3.0.7-16.el9', { epoch: '1' }, 'openssl')).toBe('1:3.0.7-16.el9')
  expect(versionFromPurl!('1:3.0.7-16.el9', { epoch: '1' }, 'openssl')).toBe('1:3.0.7-16.el9')
  expect(versionFromPurl!('3.0.7-16.el9', { epoch: 'x' }, 'openssl')).toBe('3.0.7-16.el9')
  expect(versionFromPurl!('', { epoch: '1' }, 'openssl')).toBe('')
})
