import { dotnet } from '../../source-code/languages/dotnet.ts'
import type { PackageSources } from '../ecosystem.ts'

/** Packages whose namespaces have other names. */
const known = new Map<string, readonly string[]>(
  Object.entries({
    entityframework: ['System.Data.Entity'],
    dotnetzip: ['Ionic.Zip'],
    sharpziplib: ['ICSharpCode.SharpZipLib'],
    nunit: ['NUnit.Framework'],
    'portable.bouncycastle': ['Org.BouncyCastle'],
    'bouncycastle.cryptography': ['Org.BouncyCastle'],
    'awssdk.core': ['Amazon', 'Amazon.Runtime'],
    'awssdk.s3': ['Amazon.S3'],
  }),
)

export const nugetSources: PackageSources = {
  language: dotnet,
  // A package can have any namespaces; most begin with its name.
  modulesOf: (name) => ({ names: known.get(name.toLowerCase()) ?? [name], areAll: false }),
}
