import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { catalogTree } from '../catalog.ts'
import { purlsIn } from '../testing/find-in.ts'
import { makeTar } from '../testing/make-archives.ts'
import { openContext } from '../testing/open-archive.ts'
import { programReading } from '../read-content.ts'
import { memorySource } from '../trees/byte-source.ts'
import { tarTree } from '../trees/tar-tree.ts'

const json = (value: unknown) => JSON.stringify(value)
const installed = 'Built: R 4.3.1; ; 2023-10-01; unix\n'

test.each<[string, Record<string, string>, string[]]>([
  [
    'packages of R: installed ones, from CRAN and Bioconductor, not those of R itself',
    {
      'usr/lib/R/site-library/ggplot2/DESCRIPTION': `Package: ggplot2\nVersion: 3.4.4\nLicense: MIT +\n  file LICENSE\n${installed}`,
      'usr/lib/R/site-library/limma/DESCRIPTION': `Package: limma\nVersion: 3.56.2\nbiocViews: RNASeq\n${installed}`,
      'usr/lib/R/library/stats/DESCRIPTION': `Package: stats\nVersion: 4.3.1\nPriority: base\n${installed}`,
      'src/own/DESCRIPTION': 'Package: own\nVersion: 1.0\n',
    },
    ['pkg:bioconductor/limma@3.56.2', 'pkg:cran/ggplot2@3.4.4'],
  ],
  [
    'packages of conda',
    {
      'opt/conda/conda-meta/zlib-1.2.13-hd590300_5.json': json({
        name: 'zlib',
        version: '1.2.13',
        build: 'hd590300_5',
        subdir: 'linux-64',
        channel: 'https://conda.anaconda.org/conda-forge/linux-64',
      }),
      'opt/conda/conda-meta/history': '',
    },
    ['pkg:conda/zlib@1.2.13?build=hd590300_5&channel=conda-forge&subdir=linux-64'],
  ],
  [
    'a package of Python that conda has installed is that of the index',
    {
      'opt/conda/conda-meta/numpy-1.26.4-py311h1.json': json({
        name: 'numpy',
        version: '1.26.4',
        build: 'py311h1',
      }),
      'opt/conda/lib/python3.11/site-packages/numpy-1.26.4.dist-info/METADATA':
        'Name: numpy\nVersion: 1.26.4\n',
    },
    ['pkg:pypi/numpy@1.26.4'],
  ],
  [
    'WordPress with a plugin and a theme',
    {
      'var/www/wp-includes/version.php': "<?php\n$wp_version = '6.4.2';\n",
      'var/www/wp-content/plugins/akismet/akismet.php':
        '<?php\n/*\n * Plugin Name: Akismet\n * Version: 5.3\n */',
      'var/www/wp-content/plugins/akismet/class.php': '<?php // Version: 9',
      'var/www/wp-content/themes/twenty/style.css':
        '/*\nTheme Name: Twenty\nVersion: 1.5\nLicense: GPL-2.0\n*/',
    },
    ['pkg:generic/wordpress@6.4.2', 'pkg:wordpress-plugin/akismet@5.3', 'pkg:wordpress-theme/twenty@1.5'],
  ],
  [
    'applications of Erlang, those of a registry apart from the language',
    {
      'app/lib/cowboy-2.10.0/ebin/cowboy.app':
        '%% made\n{application, cowboy, [\n {description, "x"},\n {vsn, "2.10.0"}]}.',
      'app/lib/kernel-9.1/ebin/kernel.app': '{application,kernel,[{vsn,"9.1"}]}.',
    },
    ['pkg:hex/cowboy@2.10.0', 'pkg:otp/kernel@9.1'],
  ],
  [
    'a runtime of Java',
    {
      'opt/java/openjdk/release':
        'IMPLEMENTOR="Eclipse Adoptium"\nJAVA_RUNTIME_VERSION="17.0.9+9"\nJAVA_VERSION="17.0.9"\n',
    },
    ['pkg:generic/eclipse-adoptium/jdk@17.0.9+9'],
  ],
  [
    'what Homebrew has installed',
    {
      'home/linuxbrew/.linuxbrew/Cellar/jq/1.7.1/INSTALL_RECEIPT.json': json({
        source: { tap: 'homebrew/core' },
      }),
      'opt/Cellar/tool/2.0_1/INSTALL_RECEIPT.json': json({ source: { tap: 'acme/tools' } }),
    },
    ['pkg:brew/acme/tools/tool@2.0_1', 'pkg:brew/jq@1.7.1'],
  ],
  [
    'a snap, and what was put into it',
    {
      'snap/core22/1/meta/snap.yaml': 'name: core22\nversion: "20240408"\n',
      'snap/core22/1/usr/share/snappy/dpkg.yaml':
        'packages:\n- libc6:amd64=2.35-0ubuntu3.7\n- adduser=3.118\n',
    },
    [
      'pkg:deb/ubuntu/adduser@3.118',
      'pkg:deb/ubuntu/libc6@2.35-0ubuntu3.7?arch=amd64',
      'pkg:snap/core22@20240408',
    ],
  ],
  [
    'packages of Alpine, Arch, NuGet, npm, Cargo and Python as archives',
    {
      '.PKGINFO':
        'pkgname = curl-dev\npkgver = 8.5.0-r0\narch = x86_64\norigin = curl\npackager = Buildozer <alpine-devel@lists.alpinelinux.org>\n',
    },
    ['pkg:apk/alpine/curl-dev@8.5.0-r0?arch=x86_64&upstream=curl'],
  ],
  [
    'Arch',
    { '.PKGINFO': 'pkgname = zstd\npkgbase = zstd\npkgver = 1.5.5-1\narch = x86_64\n' },
    ['pkg:alpm/arch/zstd@1.5.5-1?arch=x86_64'],
  ],
  [
    'NuGet',
    {
      'Serilog.nuspec':
        '<package xmlns="x"><metadata><id>Serilog</id><version>3.1.1</version></metadata></package>',
    },
    ['pkg:nuget/Serilog@3.1.1'],
  ],
  ['npm', { 'package/package.json': json({ name: '@a/b', version: '1.0.0' }) }, ['pkg:npm/@a/b@1.0.0']],
  [
    'Cargo, and a project in a folder of another name',
    {
      'serde-1.0.2/Cargo.toml': '[package]\nname = "serde"\nversion = "1.0.2"\n\n[lib]\nversion = "9"\n',
      'app-main/Cargo.toml': '[package]\nname = "app"\nversion = "1.0.0"\n',
    },
    ['pkg:cargo/serde@1.0.2'],
  ],
  [
    'a source distribution of Python',
    {
      'zope_interface-6.1/PKG-INFO': 'Name: zope.interface\nVersion: 6.1\n',
      'x/PKG-INFO': 'Name: y\nVersion: 1\n',
    },
    ['pkg:pypi/zope.interface@6.1'],
  ],
])('%s', (_, files, expected) => {
  expect(purlsIn(files).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(expected)
})

test('folders of Gentoo and Nix are packages', async () => {
  const hash = '0c0r5k2n6wxnzyrqhzw2v9v0mjm2bbvz'
  const bytes = makeTar([
    ['var/db/pkg/app-misc/jq-1.7.1-r1/PF', 'jq-1.7.1-r1\n'],
    [`nix/store/${hash}-openssl-3.0.12-bin/bin/openssl`, ''],
    [`nix/store/${hash}-python3-3.11.6-env/bin/python`, ''],
    [`nix/store/${hash}-source/x`, ''],
    [`nix/store/${hash}-foo-1.0.drv`, ''],
  ])
  const { tree } = await tarTree(memorySource(bytes), openContext())
  const { packages } = await catalogTree(tree, openContext())
  expect(packages.map(({ purl }) => purl).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'pkg:ebuild/app-misc/jq@1.7.1-r1',
    'pkg:nix/openssl@3.0.12?outputs=bin',
    'pkg:nix/python3@3.11.6?outputs=env',
  ])
})

const script = (...lines: string[]) =>
  [
    '#!/usr/bin/env -S uv run --script',
    '# /// script',
    ...lines.map((line) => `# ${line}`),
    '# ///',
    '',
  ].join('\n')

test.each([
  ['plain', (bytes: Uint8Array) => bytes],
  ['compressed', (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))],
])('scripts of Python that list what they need, in a %s archive', async (_, packed) => {
  const archive = makeTar([
    ['srv/job.py', script('dependencies = ["requests==2.31.0", "rich"]')],
    ['srv/locked.py', script('dependencies = ["flask==1.0"]')],
    [
      'srv/locked.py.lock',
      'version = 1\nrequires-python = ">=3.11"\n[[package]]\nname = "flask"\nversion = "2.0"\nsource = { registry = "https://index.example.org/simple" }\n',
    ],
    ['srv/large.py', script('dependencies = ["large==1.0"]') + '#'.repeat(256 * 1024)],
    ['usr/lib/python3.11/site-packages/a/cli.py', script('dependencies = ["installed==1.0"]')],
  ])
  const context = { ...openContext(), programs: programReading(openContext()) }
  const { tree } = await tarTree(memorySource(packed(archive)), context)
  const { packages, issues } = await catalogTree(tree, openContext())
  expect(packages.map(({ purl, sureness, places }) => `${purl} ${sureness} ${places[0]!.path}`)).toEqual([
    'pkg:pypi/flask@2.0 resolved srv/locked.py.lock',
    'pkg:pypi/requests@2.31.0 declared srv/job.py',
    'pkg:pypi/rich declared srv/job.py',
  ])
  expect(issues.filter(({ gap }) => gap).map(({ gap, where }) => `${gap} ${where}`)).toEqual([
    'lockfile-missing srv/job.py',
  ])
})
