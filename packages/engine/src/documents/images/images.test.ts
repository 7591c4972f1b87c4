import { describe, expect, test } from 'vitest'
import { blockingGaps, computeCoverage, whyIncomplete } from '../../coverage.ts'
import type { ReadResult } from '../../inventory.ts'
import { githubWorkflow } from '../lockfiles/github/github-workflow.ts'
import { readDocuments } from '../read.ts'
import { issuesOf, readFixture, readText } from '../testing/listed.ts'
import { compose } from './compose.ts'
import { dockerfile } from './dockerfile.ts'
import { gitlabCi } from './gitlab-ci.ts'
import { helmValues } from './helm-values.ts'
import { readImageName } from './add-image.ts'
import { kubernetes } from './kubernetes.ts'

const digest = `sha256:${'0f9b3e0a2e6b8c9d3f4a5b6c7d8e9f00'.repeat(2)}`
const purls = ({ inventory }: ReadResult) => (inventory?.components ?? []).map(({ purl }) => purl)

describe('Dockerfile', () => {
  test('has the images of stages, copies and mounts, but no stages, comments or texts', () => {
    const result = readFixture(dockerfile, 'Dockerfile')
    expect(purls(result)).toEqual([
      'pkg:docker/docker/dockerfile@1.7',
      'pkg:docker/node@20-alpine',
      'pkg:docker/acme/tools@2?repository_url=ghcr.io',
      `pkg:docker/nginx@${digest.replace(':', ':')}?tag=1.25`,
      'pkg:docker/busybox@1.36',
    ])
    expect(issuesOf(result)).toEqual(['image-unknown Dockerfile:14'])
  })

  test('may continue lines with another character', () => {
    expect(purls(readFixture(dockerfile, 'windows.dockerfile'))).toEqual([
      'pkg:docker/acme/windows@ltsc2022?repository_url=registry.example.org:5000',
      'pkg:docker/alpine@latest',
    ])
  })

  test.for<[text: string, images: string[]]>([
    ['ARG V=1\nFROM x:${V}\nARG V=2', ['pkg:docker/x@1']],
    ['FROM a\nARG B=img:1\nFROM ${B}', ['pkg:docker/a@latest']],
    [
      'FROM a AS s\nFROM s\nCOPY --from=0 / /\nCOPY --from=img:2 / /',
      ['pkg:docker/a@latest', 'pkg:docker/img@2'],
    ],
    ['RUN <<E\nFROM evil:1\nE', []],
  ])('%j names %j', ([text, images]) =>
    expect(purls(readText(dockerfile, 'Dockerfile', text))).toEqual(images),
  )
})

test('Compose files have the images of services that are not built', () => {
  const result = readFixture(compose, 'compose.yaml')
  expect(purls(result)).toEqual(['pkg:docker/postgres@15', 'pkg:docker/redis@7.2'])
  expect(issuesOf(result)).toEqual(['image-unknown compose.yaml#/services/unknown/image'])
})

test('pipelines of GitLab have images and services, which only serve development', () => {
  const result = readFixture(gitlabCi, '.gitlab-ci.yml')
  expect(purls(result)).toEqual([
    'pkg:docker/node@20',
    'pkg:docker/postgres@15',
    'pkg:docker/docker@24-dind',
    `pkg:docker/acme/builder@${digest}?repository_url=ghcr.io`,
  ])
  expect(result.inventory?.components.every(({ scope }) => scope === 'test')).toBe(true)
})

test('values of Helm charts have images, with the version of the application as their tag', () => {
  expect(purls(readFixture(helmValues, 'values.yaml'))).toEqual([
    'pkg:docker/acme/shop@2.3.4?repository_url=ghcr.io',
    'pkg:docker/envoyproxy/envoy@v1.28.0',
    'pkg:docker/prometheus/node-exporter@v1.7.0?repository_url=quay.io',
  ])
})

test('manifests of Kubernetes have the images of containers at any depth, unless they are templates', () => {
  expect(purls(readFixture(kubernetes, 'k8s/app.yaml'))).toEqual([
    'pkg:docker/acme/shop@1.2.3?repository_url=ghcr.io',
    'pkg:docker/busybox@1.36',
    'pkg:docker/alpine@latest',
    'pkg:docker/redis@7',
  ])
  expect(purls(readFixture(kubernetes, 'k8s/kustomization.yaml'))).toEqual([
    'pkg:docker/acme/shop@1.3.0?repository_url=ghcr.io',
  ])
  expect(purls(readText(kubernetes, 'k8s/a.yaml', 'image: {{ .Values.image }}\n'))).toEqual([])
})

test('workflows of GitHub have containers, services and steps that are images', () => {
  const text = [
    'jobs:',
    '  test:',
    '    container: node:20',
    '    services: {db: {image: "postgres:15"}}',
    '    steps: [{uses: "docker://alpine:3.19"}]',
  ].join('\n')
  expect(purls(readText(githubWorkflow, '.github/workflows/ci.yml', text))).toEqual([
    'pkg:docker/alpine@3.19',
    'pkg:docker/node@20',
    'pkg:docker/postgres@15',
  ])
})

test.for<[string, string | null]>([
  ['docker.io/library/alpine', 'alpine latest '],
  ['localhost:5000/a/b:1', 'localhost:5000/a/b 1 '],
  [`alpine:3@${digest}`, `alpine 3 ${digest}`],
  ['Alpine', null],
  ['$IMAGE', null],
  ['a b', null],
  ['', null],
])('%s is %s', ([text, expected]) => {
  const image = readImageName(text)
  expect(image && `${image.name} ${image.tag} ${image.digest}`).toBe(expected)
})

describe('an image that was not scanned', () => {
  const lock = '{"lockfileVersion":3,"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}'
  const cover = (files: Record<string, string>) => {
    const documents = Object.entries(files).map(([path, text]) => ({
      path,
      bytes: new TextEncoder().encode(text),
    }))
    const { inventory, issues } = readDocuments(documents)
    return computeCoverage({
      inventory,
      issues: [...issues, ...inventory.issues],
      hasAdvisories: () => true,
      freshnessOf: () => 'current',
      acceptedGaps: [],
      now: 0,
    })
  }

  test('is a gap that prevents nothing unless every gap does', () => {
    const coverage = cover({ 'package-lock.json': lock, Dockerfile: 'FROM node:20\n' })
    expect(coverage).toMatchObject({
      listed: 2,
      checked: 1,
      gaps: [{ reason: 'image-unscanned', where: 'Dockerfile:1' }],
    })
    expect(blockingGaps(coverage)).toEqual([])
    expect(whyIncomplete(coverage)).toBeNull()
    expect(blockingGaps(coverage, 'any')).toHaveLength(1)
  })

  test('never passes if there is nothing else', () => {
    const coverage = cover({
      Dockerfile: 'FROM node:20\n',
      'compose.yaml': 'services: {db: {image: postgres}}',
    })
    expect(coverage).toMatchObject({ listed: 2, checked: 0 })
    expect(whyIncomplete(coverage)).toContain('2 packages only named as an image')
  })

  test('is listed once, whatever the number of files that name it', () => {
    const coverage = cover({
      'a/Dockerfile': 'FROM node:20\n',
      'b/Dockerfile': 'FROM docker.io/library/node:20\n',
    })
    expect(coverage.listed).toBe(1)
  })

  test('is no gap if it was scanned, too', () => {
    const sbom = JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { type: 'container', name: 'node', version: '20' } },
      components: [{ type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' }],
    })
    expect(cover({ Dockerfile: 'FROM node:20\n', 'images/node.cdx.json': sbom })).toMatchObject({
      listed: 1,
      gaps: [],
    })
    expect(cover({ Dockerfile: 'FROM node:18\n', 'images/node.cdx.json': sbom })).toMatchObject({ listed: 2 })
  })

  test('leaves files out that name none', () => {
    expect(
      cover({ 'package-lock.json': lock, 'k8s/a.yaml': 'kind: ConfigMap\n', 'values.yaml': '{{ }}' }),
    ).toMatchObject({
      listed: 1,
      gaps: [],
    })
  })
})
