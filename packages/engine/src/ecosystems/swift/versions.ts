import { ordered } from '../ordered.ts'
import { semver } from '../semver.ts'

/** https://docs.swift.org/package-manager/PackageDescription/PackageDescription.html#version: SemVer 2.0.0. */
export const swiftVersions = ordered(semver)
