// A name and a text that are no UTF-8: what is written for others is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %py -c "import shutil; shutil.copy('%s', b'caf\xe9.c'); open(b'caf\xe9.c', 'ab').write(b'// \xe9 \xc3\xa9 \xed\xa0\x80 \x01 \xf0\x9f\x98\x80\\n')"
// RUN: sh -c '%cc caf*.c -o prog && ./prog'
// RUN: %py -c "import subprocess as s, json; [json.loads(s.run(['%prof_show', r, '--format', f], stdout=-1, check=True).stdout.decode()) for r, f in (('lines', 'json'), ('coverage', 'codecov'), ('coverage', 'gcov-json'), ('coverage', 'coveralls'), ('missing', 'sarif'))]"
// RUN: sh -c '%prof_show coverage --format cobertura | xmllint --noout --nonet -'
// RUN: sh -c '%prof_show coverage --format clover | xmllint --noout --nonet -'
// RUN: sh -c '%prof_show check --fail-under-lines 100 --format junit | xmllint --noout --nonet -'
// RUN: sh -c '%prof_show coverage --format sonarqube | xmllint --noout --nonet -'
// RUN: %prof_show html -o pages && iconv -f UTF-8 -t UTF-16 -o copy pages/caf*.html
// RUN: sh -c 'FileCheck %s --input-file pages/caf*.html'
// CHECK: // � é ��� � 😀</code>
int main(void)
{
    return 0;
}
