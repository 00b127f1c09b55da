// Looks at pages in a browser that has nothing but them, and tells as JSON what it saw.
// node look.mjs FOLDER PAGE...: screenshots and PDFs go into the folder, and so does the browser.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from 'playwright-core';

const [folder, ...pages] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A busy machine is no reason to fail; the one who started this ends it when it takes too long.
const timeout = 300_000;

const views = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 360 },
  { name: 'narrow-dark', colorScheme: 'dark', width: 320 },
  { name: 'print', colorScheme: 'dark', width: 794, media: 'print' },
];

// The package brings a Chromium for Linux on x64 and the libraries that it needs, if it is told that there are none.
async function browserOptions() {
  if (process.env.SLUICE_TEST_CHROMIUM) {
    return { timeout, executablePath: process.env.SLUICE_TEST_CHROMIUM };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { timeout, channel: 'chrome' };
  }
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  process.env.TMPDIR = join(folder, 'browser');
  mkdirSync(process.env.TMPDIR, { recursive: true });
  const { default: chromium } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  const executablePath = await chromium.executablePath();
  // The package's fonts are looked for where Lambda would unpack them, and are where this browser is.
  const fonts = join(process.env.TMPDIR, 'fonts');
  const conf = join(fonts, 'fonts.conf');
  writeFileSync(conf, readFileSync(conf, 'utf8').replaceAll('/tmp/fonts', fonts));
  return { timeout, executablePath, args: chromium.args };
}

async function look(browser, file, view) {
  const context = await browser.newContext({
    colorScheme: view.colorScheme,
    viewport: { width: view.width, height: 900 },
  });
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  const requests = [];
  const messages = [];
  page.on('request', request => requests.push(request.url()));
  page.on('console', message => messages.push(message.type() + ': ' + message.text()));
  page.on('pageerror', error => messages.push('error: ' + error.message));
  page.on('dialog', dialog => { messages.push('dialog: ' + dialog.message()); dialog.dismiss(); });
  await page.emulateMedia({ media: view.media ?? 'screen', colorScheme: view.colorScheme });
  await page.goto(pathToFileURL(file).href);
  const shot = join(folder, basename(file, '.html') + '-' + view.name);
  await page.screenshot({ path: shot + '.png', fullPage: true });
  if (view.media === 'print') {
    await page.pdf({ path: shot + '.pdf', format: 'A4', preferCSSPageSize: true });
  }
  const seen = await page.evaluate(() => ({
    title: document.title,
    said: document.querySelector('h1').innerText,
    background: getComputedStyle(document.body).backgroundColor,
    width: innerWidth,
    needed: document.documentElement.scrollWidth,
    scripts: document.scripts.length,
    tables: Object.fromEntries([...document.querySelectorAll('table')].map(table => [table.id,
      [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.dataset.value ?? cell.textContent))])),
  }));
  await page.evaluate(axe);
  const judged = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const barriers = judged.violations.flatMap(rule =>
    rule.nodes.map(node => rule.id + ': ' + node.target.join(' ') + ': ' + node.failureSummary));
  return { page: basename(file), view: view.name, url: pathToFileURL(file).href, requests, messages, barriers, ...seen };
}

// This Chromium runs as one process, which may end with a context: all of them stay until the last page was seen.
const browser = await playwright.launch(await browserOptions());
const seen = [];
try {
  for (const page of pages) {
    for (const view of views) {
      seen.push(await look(browser, page, view));
    }
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify({ browser: browser.version(), seen }) + '\n');
