// Prints the trees of Bicep files as one JSON array, in the order of the arguments.
// A node: type, line (from 1), missing (only if the parser made it up), and either children or, of a leaf, its text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';

await Parser.init();
const parser = new Parser();
parser.setLanguage(
  await Language.load(fileURLToPath(import.meta.resolve('tree-sitter-bicep/tree-sitter-bicep.wasm'))));

// The grammar takes "param x = 1" of a parameter file for a declaration whose type is missing, and reads the like of it as "var x = 1".
function source(file) {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.bicepparam') ? text.replace(/^using .*$/m, '').replace(/^param (?=\w+ =)/gm, 'var ') : text;
}

function tree(node) {
  const out = { type: node.type, line: node.startPosition.row + 1 };
  if (node.isMissing) {
    out.missing = true;
  }
  if (node.childCount === 0) {
    out.text = node.text;
  } else {
    out.children = node.children.filter(child => child.type !== 'comment').map(tree);
    // The grammar has no node for a text of spaces only.
    if (/^' +'$/.test(node.text) && node.type === 'string') {
      out.children.splice(1, 0, { type: 'string_content', line: out.line, text: node.text.slice(1, -1) });
    }
  }
  return out;
}

process.stdout.write(JSON.stringify(process.argv.slice(2).map(file => tree(parser.parse(source(file)).rootNode))));
