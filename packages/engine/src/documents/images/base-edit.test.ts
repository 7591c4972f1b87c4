import { expect, test } from 'vitest'
import { baseOfDockerfile, diffOfLines, withBase } from './base-edit.ts'

const digest = `sha256:${'b'.repeat(64)}`
const old = `sha256:${'a'.repeat(64)}`

/** As written in repositories; what the final stage is built on, and the lines that change. */
const cases: [title: string, text: string, base: string, tag: string, changed: string[]][] = [
  ['one stage', 'FROM node:20.1-slim\nRUN npm ci\n', 'node:20.1-slim', '20.9-slim', ['FROM node:20.9-slim']],
  [
    'with a platform, a registry with a port, an alias and carriage returns',
    '# syntax=docker/dockerfile:1\r\nfrom --platform=$BUILDPLATFORM registry.example.org:5000/team/node:20.1 as app\r\nRUN a\r\n',
    'registry.example.org:5000/team/node:20.1',
    '20.9',
    ['from --platform=$BUILDPLATFORM registry.example.org:5000/team/node:20.9 as app\r'],
  ],
  [
    'pinned by digest',
    `FROM debian:12.1@${old}\n`,
    `debian:12.1@${old}`,
    '12.7',
    [`FROM debian:12.7@${digest}`],
  ],
  [
    'several stages, of which the last matters',
    'FROM golang:1.21.0 AS build\nRUN go build\nFROM alpine:3.18.1\nCOPY --from=build /app /app\n',
    'alpine:3.18.1',
    '3.18.9',
    ['FROM alpine:3.18.9'],
  ],
  [
    'a last stage on an earlier one',
    'FROM python:3.12.1 AS Base\nFROM golang:1.21.0 AS build\nFROM base\nCOPY --from=build /a /a\n',
    'python:3.12.1',
    '3.12.8',
    ['FROM python:3.12.8 AS Base'],
  ],
  [
    'an argument for the version',
    'ARG NODE_VERSION=20.1\nFROM node:${NODE_VERSION}-slim AS build\nFROM node:${NODE_VERSION}-slim\n',
    'node:20.1-slim',
    '20.9-slim',
    ['ARG NODE_VERSION=20.9'],
  ],
  [
    'a quoted argument for the whole name',
    'ARG BASE="eclipse-temurin:21.0.1-jre"\nFROM $BASE\n',
    'eclipse-temurin:21.0.1-jre',
    '21.0.5-jre',
    ['ARG BASE="eclipse-temurin:21.0.5-jre"'],
  ],
  [
    'arguments for the version and the variant',
    'ARG NODE=20.1 ALPINE=3.18\nFROM node:${NODE}-alpine${ALPINE}\n',
    'node:20.1-alpine3.18',
    '20.9-alpine3.20',
    ['ARG NODE=20.9 ALPINE=3.20'],
  ],
  [
    'a default in the name',
    'FROM node:${VERSION:-20.1}-slim\n',
    'node:20.1-slim',
    '20.9-slim',
    ['FROM node:${VERSION:-20.9}-slim'],
  ],
  [
    'an argument and a digest',
    `ARG V=12.1\nFROM debian:\${V}@${old}\n`,
    `debian:12.1@${old}`,
    '12.7',
    ['ARG V=12.7', `FROM debian:\${V}@${digest}`],
  ],
  ['an instruction over two lines', 'FROM \\\n  node:20.1\n', 'node:20.1', '20.9', ['  node:20.9']],
]

test.each(cases)('%s', (...[, text, base, tag, changed]) => {
  expect(baseOfDockerfile(text)?.name).toBe(base)
  const edited = withBase(text, { tag, digest })!
  const before = text.split('\n')
  expect(edited.split('\n').filter((line, at) => line !== before[at])).toEqual(changed)
  expect(baseOfDockerfile(edited)?.name).toBe(
    base.replace(/:[^:@/]+(@.*)?$/, (_all, pin?: string) => `:${tag}${pin ? `@${digest}` : ''}`),
  )
})

test.each([
  ['an argument that another image shares', 'ARG V=1.2\nFROM redis:$V AS a\nFROM nginx:$V\n'],
  ['no tag', 'FROM node\n'],
  ['a digest alone', `FROM node@${old}\n`],
  ['an argument made of another one', 'ARG A=20.1\nARG V=$A\nFROM node:$V\n'],
  ['an argument that the build sets', 'ARG V\nFROM node:$V\n'],
  ['nothing', 'FROM scratch\n'],
  ['no instruction', '# nothing\n'],
])('is left alone with %s', (_, text) => {
  expect(withBase(text, { tag: '20.9', digest })).toBeNull()
})

test('scratch is no image', () => {
  expect(baseOfDockerfile('FROM golang:1 AS a\nFROM scratch\n')).toBeNull()
})

test('a diff has the changed lines alone', () => {
  expect(diffOfLines('app/Dockerfile', 'ARG A=1\nFROM a:$A\n', 'ARG A=2\nFROM a:$A\n')).toBe(
    '--- app/Dockerfile\n+++ app/Dockerfile\n@@ -1 +1 @@\n-ARG A=1\n+ARG A=2',
  )
})

test('a diff says that the last line does not end, which patch needs to know', () => {
  expect(diffOfLines('Dockerfile', 'FROM a:1', 'FROM a:2')).toBe(
    [
      '--- Dockerfile',
      '+++ Dockerfile',
      '@@ -1 +1 @@',
      '-FROM a:1',
      '\\ No newline at end of file',
      '+FROM a:2',
      '\\ No newline at end of file',
    ].join('\n'),
  )
})
