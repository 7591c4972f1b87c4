import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

/** https://docs.swift.org/package-manager/PackageDescription/PackageDescription.html#version: SemVer 2.0.0. */
export const swiftVersions = ordered({
  name: 'SemVer 2.0.0',
  read: readSemver,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
