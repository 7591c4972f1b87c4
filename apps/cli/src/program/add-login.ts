import type { Command } from 'commander'
import * as help from '../output/help.ts'
import type { ActionOf } from './action-of.ts'

/** login and logout */
export function addLogin(program: Command, actionOf: ActionOf): void {
  program
    .command('login')
    .description('Log in and store an API token')
    .option('--url <address>', 'URL of the server (default: ASSAY_URL, then http://127.0.0.1:8800)')
    .option('--email <address>', 'email address (default: prompt)')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText('after', help.login)
    .action(
      actionOf<[{ url?: string; email?: string; passwordStdin?: boolean }]>(async (settings, options) =>
        (await import('../commands/login.ts')).logIn(settings, options),
      ),
    )
  program
    .command('logout')
    .description('Revoke and delete the stored API token')
    .addHelpText('after', help.logout)
    .action(actionOf(async (settings) => (await import('../commands/login.ts')).logOut(settings)))
}
