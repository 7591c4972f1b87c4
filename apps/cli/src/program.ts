import { Command, CommanderError } from 'commander'
import { describeFailure, type ExitCode, exitCodes, type TokenSource } from './exit-codes.ts'
import * as help from './output/help.ts'
import { addAdvisories } from './program/add-advisories.ts'
import { addFix } from './program/add-fix.ts'
import { addCompare, addImport } from './program/add-import.ts'
import { addLogin } from './program/add-login.ts'
import { addSbom } from './program/add-sbom.ts'
import { addScan } from './program/add-scan.ts'
import { addVex } from './program/add-vex.ts'
import { readSettings, type Settings } from './settings.ts'

interface CommandLine {
  version: string
  environment: Record<string, string | undefined>
  /** Arguments without node and script. */
  args: string[]
}

/** Runs one command and returns the exit code. Commands are loaded on demand. */
export async function runProgram({ version, environment, args }: CommandLine): Promise<ExitCode> {
  let code: ExitCode = 0
  let tokenSource: TokenSource = null
  const actionOf =
    <A extends unknown[]>(command: (settings: Settings, ...rest: A) => Promise<ExitCode | void>) =>
    async (...rest: A) => {
      await useProxies(environment)
      const settings = readSettings(environment, version)
      tokenSource = settings.tokenSource
      code = (await command(settings, ...rest)) ?? 0
    }
  const program = new Command('assay')
    .description('Shows what software is made of and whether it gets safer.')
    .version(version)
    .exitOverride()
    .showHelpAfterError("See 'assay --help'.")
    .addHelpText('after', help.program)
  addScan(program, actionOf)
  addFix(program, actionOf)
  addLogin(program, actionOf)
  addAdvisories(program, actionOf)
  addVex(program, actionOf)
  addSbom(program, actionOf)
  addImport(program, actionOf)
  addCompare(program, actionOf)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    code = failed(error, tokenSource)
  }
  return code < 0 && args.includes('--fail-gracefully') ? 0 : code
}

function failed(error: unknown, tokenSource: TokenSource): ExitCode {
  // The message was already printed to stderr.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.configuration
  const { message, code } = describeFailure(error, tokenSource)
  process.stderr.write(`${message}\n`)
  return code
}

/** Sends every request by way of the proxies that the environment names, as Node does itself with NODE_USE_ENV_PROXY. */
async function useProxies(environment: Record<string, string | undefined>): Promise<void> {
  const { http_proxy, https_proxy, HTTP_PROXY, HTTPS_PROXY } = environment
  if (![http_proxy, https_proxy, HTTP_PROXY, HTTPS_PROXY].some(Boolean)) return
  const http = await import('node:http')
  // Node has it since 24.14.
  if ('setGlobalProxyFromEnv' in http) http.setGlobalProxyFromEnv(environment)
  else process.stderr.write(`Node ${process.version} uses no proxy: update it, or set NODE_USE_ENV_PROXY=1\n`)
}
