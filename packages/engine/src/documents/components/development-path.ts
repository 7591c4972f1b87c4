/** Folders of tests and their input, whose files are no part of what is shipped. */
const testFolder =
  /(?:^|\/)(?:tests?|spec|__tests__|testdata|test-data|(?:test[_-]?)?fixtures?|__fixtures__|mocks?|__mocks__|e2e|testing)\//i

/** Workflows and other settings of continuous integration. */
const integrationFolder = /(?:^|\/)\.(?:github|gitlab|circleci)\//

/** Whether a file only serves tests or continuous integration, by its folder. */
export const isDevelopmentPath = (path: string): boolean =>
  testFolder.test(path) || integrationFolder.test(path)
