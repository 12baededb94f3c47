/* SPDX-License-Identifier: MIT */
/* rapidjson.cc - the load for RapidJSON: `rapidjson N` writes, parses and changes a
 * document N times, and prints a checksum. */
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdio>
#include <cstdlib>

using namespace rapidjson;

static void write_items(PrettyWriter<StringBuffer> &writer, int seed)
{
    writer.StartArray();
    for (unsigned i = 0; i < 2000; i++) {
        writer.StartObject();
        writer.Key("id");
        writer.Uint(i);
        writer.Key("text");
        writer.String(i % 3 ? "plain" : "with \"quotes\" and \u00e9\n");
        writer.Key("number");
        writer.Double((i * 7919u % 10007u) / (1.0 + seed % 7));
        writer.Key("flags");
        writer.StartArray();
        writer.Bool(i % 2);
        writer.Null();
        writer.Int64(-int64_t(i) * seed);
        writer.EndArray();
        writer.EndObject();
    }
    writer.EndArray();
}

int main(int argc, char **argv)
{
    size_t sum = 0;
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 1); i++) {
        StringBuffer text, again;
        PrettyWriter<StringBuffer> pretty(text);
        write_items(pretty, i);
        Document document;
        if (document.Parse(text.GetString()).HasParseError())
            return 1;
        for (Value &item : document.GetArray())
            if (item["flags"][0].GetBool())
                item.RemoveMember("text");
        Writer<StringBuffer> writer(again);
        document.Accept(writer);
        for (size_t at = 0; at < again.GetSize(); at++)
            sum = sum * 31 + static_cast<unsigned char>(again.GetString()[at]);
    }
    printf("%zu\n", sum);
}
