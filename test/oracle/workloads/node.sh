# counted: /usr/bin/node
# package: nodejs
cat > t.js <<'END'
const zlib = require('zlib'), { Worker, isMainThread, parentPort } = require('worker_threads');
if (!isMainThread) {
  parentPort.on('message', n => { let s = 0; for (let i = 0; i < n; i++) s += i % 7; parentPort.postMessage(s); parentPort.close(); });
} else {
  class E extends Error { constructor(n) { super('n' + n); this.n = n; } }
  function deep(n) { if (n === 0) throw new E(42); return deep(n - 1) + 1; }
  function* gen(n) { for (let i = 0; i < n; i++) try { yield i * i; } finally { } }
  let caught = 0;
  for (let i = 0; i < 3000; i++) try { deep(i % 50); } catch (e) { caught += e.n; }
  console.log(caught, [...gen(1000)].reduce((a, b) => a + b));
  const text = 'the quick brown fox '.repeat(3000);
  console.log(text.replace(/(\w+) (\w+)/g, '$2 $1').length, /(?<y>\d{4})-(?<m>\d\d)/u.exec('2024-05').groups.y);
  const o = JSON.parse(JSON.stringify(Array.from({ length: 20000 }, (_, i) => ({ i, s: 'x' + i, a: [i, i / 3], n: null }))));
  console.log(o.length, require('crypto').createHash('sha256').update(JSON.stringify(o)).digest('hex'));
  try { null.x } catch (e) { console.log(e.message); }
  try { (function f() { f(); })(); } catch (e) { console.log(e instanceof RangeError); }
  const w = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 100, 105, 118, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 109, 11])));
  try { w.exports.div(1, 0); } catch (e) { console.log(w.exports.div(42, 5), e.message); }
  const gz = zlib.createGzip(), un = zlib.createGunzip(); let n = 0;
  un.on('data', d => n += d.length);
  un.on('end', async () => {
    console.log(n, zlib.brotliDecompressSync(zlib.brotliCompressSync(text)).length);
    const r = await Promise.allSettled([Promise.reject(new E(1)), new Promise(r => setTimeout(r, 5, 'late')), (async () => { throw 7; })()]);
    console.log(r.map(x => x.status + (x.value || x.reason)).join());
    const sums = await Promise.all([1e6, 2e6].map(n => new Promise((ok, no) => { const w = new Worker(__filename); w.on('message', ok); w.on('error', no); w.postMessage(n); })));
    console.log(sums.join(), require('child_process').execFileSync('echo', ['child']).toString());
    process.exitCode = 3;
  });
  gz.pipe(un); gz.end(Buffer.from(text.repeat(20)));
}
END
$RUN node t.js; node -p '"a".x.y' 2>&1 | head -5; npm --version
