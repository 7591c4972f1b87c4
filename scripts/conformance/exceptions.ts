import type { Row } from './row.ts'

/** Cases from which the engine deliberately deviates, each with the reason. */
export interface Exception {
  suite: string
  /** Text that identifies the line among the failing ones of its suite. */
  text: string
  reason: string
}

const upperCaseKeys =
  'The specification reads qualifier keys without case, and the suite has this very text parsed and made canonical by its "validate" case.'
const olderMaven =
  "As Maven 3.2 had it. By Maven's rules since then '2.0.a' is '2-a', equal to '2.0.0.a' and below '2-1'; its own ComparableVersionTest in the suite 'maven/ComparableVersionTest.VERSIONS_NUMBER' says 2.0.a < 2-1."
const npmPartial =
  "By node-semver a partial version stands for all that begin so: '<=1.0' is '<1.1.0', '>=2.2.x' is '>=2.2.0', '2.1' is '>=2.1.0 <2.2.0'; its own cases in the suite 'node-semver/range-include' say the same."
const freePrerelease =
  "Composer's own test has this line commented out as not supported: its parser throws on the version."
const publisher = (right: number) =>
  `The publisher is wrong: by FIRST's specification and calculator the vector's base score is ${right.toFixed(1)}.`

const vectors: [string, number][] = [
  ['CVSS:3.1/AV:L/AC:L/PR:L/UI:R/S:C/C:N/I:H/A:H', 7.9],
  ['CVSS:3.1/AV:A/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.0],
  ['CVSS:3.1/AV:L/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:N', 7.9],
  ['CVSS:3.1/AV:L/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:H', 8.1],
  ['CVSS:3.0/AV:N/AC:L/PR:L/UI:R/S:U/C:L/I:N/A:N', 3.5],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H', 7.3],
  ['CVSS:4.0/AV:N/AC:H/AT:P/PR:H/UI:A/VC:L/VI:H/VA:N/SC:N/SI:N/SA:N', 5.7],
  ['CVSS:3.1/AV:A/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:H', 8.4],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:H/UI:N/VC:N/VI:N/VA:N/SC:L/SI:N/SA:N', 5.1],
  ['CVSS:4.0/AV:N/AC:L/AT:P/PR:H/UI:N/VC:N/VI:N/VA:N/SC:H/SI:H/SA:N/RE:L/U:Green', 5.1],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N/E:U/RL:O/RC:R', 4.8],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N/E:P/RL:X/RC:R', 4.3],
  [
    'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:H/E:F/RL:T/RC:C/CR:H/IR:H/AR:M/MAV:N/MAC:L/MPR:N/MUI:N/MS:C/MC:H/MI:H/MA:H',
    9,
  ],
]

export const exceptions: readonly Exception[] = [
  ...[
    ['purl-spec/types/gem-test.json', 'pkg:gem/jruby-launcher@1.1.2?Platform=java'] as const,
    [
      'purl-spec/types/rpm-test.json',
      'pkg:Rpm/fedora/curl@7.50.3-1.fc25?Arch=i386&Distro=fedora-25',
    ] as const,
  ].map(([suite, text]) => ({ suite, text: `"${text}","expected_failure":true`, reason: upperCaseKeys })),
  ...['"2-1","2.0.a"', '"2-1","2.0.0.a"', '"2.0.0.a","2.0.a"'].map((text) => ({
    suite: 'vers-spec/maven_version_cmp_test.json',
    text,
    reason: olderMaven,
  })),
  ...['"1.0.0-0.3.7"', '"1.0.0-x.7.z.92"'].map((text) => ({
    suite: 'composer/normalize',
    text,
    reason: freePrerelease,
  })),
  ...['<= 1.0', '>= 2.2.x', '>= 1.x', '2.1 || 2.6', '<=2.1 >=1.1'].map((range) => ({
    suite: 'vers-spec/npm_range_from_native_test.json',
    text: `"${range}"`,
    reason: npmPartial,
  })),
  {
    suite: 'vers-spec/npm_range_from_native_test.json',
    text: '">= 0.2.0 <= 0.9.6 || ~0.8.0-pre"',
    reason: "By node-semver '~0.8.0-pre' is '>=0.8.0-pre <0.9.0'; the case has it end at 0.8.1.",
  },
  {
    suite: 'vers-spec/npm_range_from_native_test.json',
    text: '"^2.0.18 || ^3.0.16 || ^3.1.6 || ^4.0.8 || ^5.0.0-beta.5"',
    reason: 'The case lists <4.0.0 twice, where VERS has each version once.',
  },
  {
    suite: 'vers-spec/conan_range_from_native_test.json',
    text: '"native_range":""',
    reason: "An empty range holds every version, which VERS writes '*'; 'vers:conan/' is no VERS.",
  },
  {
    suite: 'vulnrichment',
    text: '"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:N/A:L/E:H/RL:O/RC:C/MC:N/MI:N/MA:N"',
    reason: 'The publisher gives the environmental score, which is 0; the base score is 7.2.',
  },
  ...vectors.map(([vector, right]) => ({
    suite: 'vulnrichment',
    text: `"${vector}"`,
    reason: publisher(right),
  })),
]

export const isException = ({ suite, text }: Exception, row: Row): boolean =>
  row.suite === suite && JSON.stringify(row).includes(text)
